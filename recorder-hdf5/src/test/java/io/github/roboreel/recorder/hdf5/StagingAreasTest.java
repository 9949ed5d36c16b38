package io.github.roboreel.recorder.hdf5;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.hdf5.read.Hdf5SinkTest;
import io.github.roboreel.recorder.hdf5.staging.FrameChunks;
import io.github.roboreel.recorder.hdf5.staging.RunAttributes;
import io.github.roboreel.recorder.hdf5.staging.StagingArea;
import io.github.roboreel.recorder.hdf5.staging.StagingAreas;
import io.github.roboreel.recorder.hdf5.staging.StagingFile;
import io.github.roboreel.recorder.hdf5.staging.StagingHeader;
import io.github.roboreel.recorder.hdf5.staging.StagingLayout;
import io.github.roboreel.recorder.hdf5.staging.StagingSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An area is lent to one episode at a time, and a begin that finds none free waits. */
class StagingAreasTest {
    private static final int AREAS = 4;

    @TempDir
    Path folder;

    /** One for each time that a thread is about to wait. */
    private final Semaphore waits = new Semaphore(0);

    private StagingFile file;
    private SinkFailure failure;
    private StagingAreas areas;

    @BeforeEach
    void open() throws IOException {
        SinkHarness run = SinkHarness.continuous(folder, Hdf5SinkTest.SCHEMA, 12, 2, SinkHarness.untimed());
        var spec = run.context.run();
        var schema = run.context.schema();
        RunAttributes attributes = RunAttributes.at(Instant.now(), spec, List.of());
        byte[] header = StagingHeader.json(spec, schema, attributes, FrameChunks.wholeFrames(schema), 0);
        StagingLayout layout = StagingSize.layout(spec, schema, header.length);
        assertEquals(AREAS, layout.numAreas());
        Files.createDirectories(spec.envFolder());
        file = StagingFile.create(run.staging(), layout, header, attributes.runNumber());
        failure = new SinkFailure(spec, cause -> {});
        areas = new StagingAreas(file, () -> {
            failure.check();
            waits.release();
        });
        failure.whenRaised(cause -> areas.wake());
    }

    @AfterEach
    void close() throws IOException {
        file.delete();
    }

    private EnvTrack begun(int demo) throws IOException {
        EnvTrack track = new EnvTrack(1, 0);
        track.begin(areas.lend(demo));
        return track;
    }

    @Test
    void lend_ofAnAreaThatWasGivenBack_leavesItAsItIs() throws IOException {
        EnvTrack first = begun(0);
        StagingArea area = first.area();
        StagingArea other = begun(1).area();
        assertNotSame(area, other);
        area.memory().putLong(4096, 7);
        long reserved = file.reservedBytes();
        areas.giveBack(first.release());
        assertSame(area, begun(2).area());
        assertEquals(7, area.memory().getLong(4096));
        assertEquals(reserved, file.reservedBytes());
    }

    @Test
    void lend_whenNoneIsFree_waitsUntilOneIsGivenBack() throws Exception {
        EnvTrack first = begun(0);
        for (int demo = 1; demo < AREAS; demo++) {
            begun(demo);
        }
        StagingArea area = first.area();
        CompletableFuture<StagingArea> waiting = CompletableFuture.supplyAsync(() -> lent(AREAS));
        waits.acquire();
        assertFalse(waiting.isDone());
        areas.giveBack(first.release());
        assertSame(area, waiting.get(30, TimeUnit.SECONDS));
    }

    @Test
    void wake_afterAFailure_endsTheWait() throws Exception {
        for (int demo = 0; demo < AREAS; demo++) {
            begun(demo);
        }
        CompletableFuture<StagingArea> waiting = CompletableFuture.supplyAsync(() -> lent(AREAS));
        waits.acquire();
        failure.raise(new IOException("the disk is gone"));
        ExecutionException e = assertThrows(ExecutionException.class, () -> waiting.get(30, TimeUnit.SECONDS));
        assertTrue(e.getMessage().contains("the disk is gone"), e.getMessage());
    }

    private StagingArea lent(int demo) {
        try {
            return areas.lend(demo);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
