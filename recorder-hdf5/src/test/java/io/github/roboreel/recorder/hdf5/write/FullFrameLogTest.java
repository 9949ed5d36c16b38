package io.github.roboreel.recorder.hdf5.write;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.github.roboreel.recorder.StopRequest;
import io.github.roboreel.recorder.hdf5.lib.Hdf5;
import io.github.roboreel.recorder.hdf5.read.Hdf5SinkTest;
import io.github.roboreel.recorder.hdf5.staging.FrameLog;
import io.github.roboreel.recorder.hdf5.staging.StagingFile;
import io.github.roboreel.recorder.hdf5.staging.StagingHeader;
import io.github.roboreel.recorder.hdf5.staging.StagingLayout;
import io.github.roboreel.recorder.hdf5.staging.StagingSize;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A frame log that is full is emptied at once, though a chunk is being compressed meanwhile. */
class FullFrameLogTest {
    private static final int FRAME_BYTES = 4000;
    private static final int CAPACITY = (int) FrameLog.recordBytes(FRAME_BYTES);

    @TempDir
    Path folder;

    @Test
    void roomIsMadeWhileAChunkIsUnderway() throws Exception {
        SinkHarness run = new SinkHarness(folder, Hdf5SinkTest.WITH_IMAGES, 1, SinkHarness.untimed());
        Hdf5.load();
        RunAttributes attributes = RunAttributes.at(Instant.now(), run.context.run(), List.of());
        FrameChunks chunks = FrameChunks.wholeFrames(run.context.schema());
        byte[] header = StagingHeader.json(run.context.run(), run.context.schema(), attributes, chunks, CAPACITY);
        StagingLayout layout = StagingSize.layout(run.context.schema(), 1, header.length);
        Files.createDirectories(run.context.run().envFolder());
        try (StagingFile staging = StagingFile.create(run.staging(), layout, header)) {
            ChunkFormat format = new ChunkFormat(layout.chunkRows(), chunks, 1);
            RunFile file =
                    RunFile.create(run.context.run(), run.context.schema(), attributes, format, new StopRequest());
            FrameLog log = new FrameLog(staging, CAPACITY, () -> {});
            DemoWriter demos = demos(run, file, staging, chunks.all().size(), log);
            assertTimeoutPreemptively(
                    Duration.ofMinutes(2), () -> writeFrames(log, chunks.all().get(0), demos, 20), "no room was made");
            file.close();
        }
    }

    private static DemoWriter demos(
            SinkHarness run, RunFile file, StagingFile staging, int numFrameChunks, FrameLog log) throws Exception {
        EnvTrack[] tracks = {new EnvTrack(staging.layout().stepGroups().size(), numFrameChunks)};
        return new DemoWriter(
                file,
                staging.layout(),
                numFrameChunks,
                tracks,
                null,
                log,
                new PackedChunksPool(1, 1),
                SinkMeters.of(run.context.meters(), staging::reservedBytes),
                1000,
                Durability.of(run.context.config(), run.file(), staging),
                () -> true);
    }

    /** Each fills the log. */
    private static void writeFrames(FrameLog log, FrameChunk chunk, DemoWriter demos, int count) throws Exception {
        byte[] bytes = new byte[FRAME_BYTES];
        for (int step = 0; step < count; step++) {
            FrameLog.Staged[] staged = new FrameLog.Staged[1];
            log.append(0, chunk, step, bytes, FRAME_BYTES, frame -> staged[0] = frame);
            demos.writeFrame(staged[0]);
            demos.makeRoom();
            demos.afterTask(true);
        }
    }
}
