package io.github.roboreel.recorder.hdf5.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.hdf5.read.Hdf5SinkTest;
import io.github.roboreel.recorder.hdf5.staging.EnvStaging;
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

/** An area is lent to one episode at a time, and whoever finds none free waits. */
class StagingAreasTest {
    private static final int AREAS = 4;

    @TempDir
    Path folder;

    private final Semaphore flushesWanted = new Semaphore(0);
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
        file = StagingFile.create(run.staging(), layout, header);
        failure = new SinkFailure(spec, cause -> {});
        areas = new StagingAreas(spec, file, failure::check, flushesWanted::release);
        failure.whenRaised(cause -> areas.wake());
    }

    @AfterEach
    void close() throws IOException {
        file.delete();
    }

    private EnvTrack begun(int demo) throws IOException {
        EnvTrack track = new EnvTrack(1, 0);
        track.begin(areas.lend(demo, 0));
        return track;
    }

    @Test
    void anAreaIsLentAgainAsItIs() throws IOException {
        EnvTrack first = begun(0);
        EnvStaging area = first.staging();
        EnvStaging other = begun(1).staging();
        assertNotSame(area, other);
        area.area().putLong(4096, 7);
        long reserved = file.reservedBytes();
        areas.giveBack(first.release());
        assertSame(area, begun(2).staging());
        assertEquals(7, area.area().getLong(4096));
        assertEquals(2, area.area().getInt(8), "the header names the demo");
        assertEquals(reserved, file.reservedBytes());
    }

    @Test
    void whoeverFindsNoneFreeAsksForAFlushAndWaits() throws Exception {
        EnvTrack first = begun(0);
        for (int demo = 1; demo < AREAS; demo++) {
            begun(demo);
        }
        EnvStaging area = first.staging();
        CompletableFuture<EnvStaging> waiting = CompletableFuture.supplyAsync(() -> lent(AREAS));
        flushesWanted.acquire();
        assertFalse(waiting.isDone());
        areas.giveBack(first.release());
        assertSame(area, waiting.get(30, TimeUnit.SECONDS));
    }

    @Test
    void aFailureWakesWhoeverWaits() throws Exception {
        for (int demo = 0; demo < AREAS; demo++) {
            begun(demo);
        }
        CompletableFuture<EnvStaging> waiting = CompletableFuture.supplyAsync(() -> lent(AREAS));
        flushesWanted.acquire();
        failure.raise(new IOException("the disk is gone"));
        ExecutionException e = assertThrows(ExecutionException.class, () -> waiting.get(30, TimeUnit.SECONDS));
        assertTrue(e.getMessage().contains("the disk is gone"), e.getMessage());
    }

    private EnvStaging lent(int demo) {
        try {
            return areas.lend(demo, 0);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
