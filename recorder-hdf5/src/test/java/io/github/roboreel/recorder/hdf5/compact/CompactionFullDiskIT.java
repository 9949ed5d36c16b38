package io.github.roboreel.recorder.hdf5.compact;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.fault.IoAction;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.SmallDisk;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import io.github.roboreel.recorder.hdf5.SinkHarness;
import io.github.roboreel.recorder.hdf5.file.RunPaths;
import io.github.roboreel.recorder.hdf5.read.Hdf5SinkTest;
import io.github.roboreel.recorder.hdf5.read.RecoveredRun;
import io.github.roboreel.recorder.hdf5.read.StoredContent;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compactions on disks that are really full. */
class CompactionFullDiskIT {
    /** Of {@link RunCompaction}, and of the file system. */
    private static final long SPARE_BYTES = (1 << 20) + 50_000;

    @TempDir
    Path mountPoint;

    @Test
    void aRunThatIsClosedOnADiskWithoutRoomForACopyStaysAsItIs() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(mountPoint, 20_000)) {
            Path run = recorded(disk, true, () -> fill(disk, 300_000));
            assertTrue(StoredContent.deadShare(run) > 0.1);
            IOException refusal = assertThrows(IOException.class, () -> RunCompaction.compact(run));
            String message = refusal.getMessage();
            assertTrue(message.contains("bytes free, and the copy needs"), message);
            assertWhole(run, "run_0.hdf5");
            Files.delete(filler(disk));
            assertTrue(RunCompaction.compact(run).compacted());
            assertWhole(run, "run_0.hdf5");
        }
    }

    @Test
    void aDiskThatGetsFullMeanwhileLeavesTheFileAsItWas() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(mountPoint, 20_000)) {
            Path run = recorded(disk, false, () -> {});
            byte[] before = Files.readAllBytes(run);
            int[] asked = {0};
            IoAction filling = () -> {
                boolean isCopying = Files.exists(new RunPaths(run).compacting());
                if (isCopying && asked[0]++ == 5) {
                    fill(disk, 0);
                }
            };
            RunCompaction compaction = new RunCompaction(new RunPaths(run), filling, s -> {});
            IOException failure = assertThrows(IOException.class, compaction::run);
            assertTrue(failure.getMessage().contains("the disk is full"), failure.getMessage());
            assertArrayEquals(before, Files.readAllBytes(run));
            Files.delete(filler(disk));
            assertWhole(run, "run_0.hdf5");
            assertTrue(RunCompaction.compact(run).compacted());
            assertWhole(run, "run_0.hdf5");
        }
    }

    @Test
    void compact_roomForWhatIsAliveButNotForTheFile_takesOutPlacesAndDiscardedEpisodes() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(mountPoint, 20_000)) {
            SinkHarness run = SinkHarness.continuous(
                    disk.root(), Hdf5SinkTest.SCHEMA, 12, 2, SinkHarness.untimed(Hdf5Settings.COMPACT_ON_CLOSE, false));
            run.record(() -> {
                run.begin(0, 0);
                run.steps(0, 100_000);
                run.sink.flushNow();
                run.end(0, EpisodeOutcome.discarded("bad start"));
                run.begin(1, 0);
                run.steps(1, 7);
                run.end(1, EpisodeOutcome.success(""));
            });
            long liveBytes = (long) (Files.size(run.file()) * (1 - StoredContent.deadShare(run.file())));
            assertTrue(
                    Files.size(run.file()) > liveBytes + 1_000_000,
                    liveBytes + " bytes of " + Files.size(run.file()) + " are alive");
            fill(disk, SPARE_BYTES + liveBytes + liveBytes / 10);
            assertTrue(RunCompaction.compact(run.file()).compacted());
            RecoveredRun.assertContent(run.file(), Hdf5SinkTest.SCHEMA, 2);
        }
    }

    private static Path recorded(SmallDisk disk, boolean compact, SinkHarness.Body beforeClose) throws Exception {
        SinkHarness run = new SinkHarness(
                disk.root(), Hdf5SinkTest.SCHEMA, 2, SinkHarness.untimed(Hdf5Settings.COMPACT_ON_CLOSE, compact));
        run.record(() -> {
            run.begin(0);
            run.begin(1);
            for (int i = 0; i < 40; i++) {
                run.steps(0, 101);
                run.steps(1, 101);
                run.sink.flushNow();
            }
            for (int env = 0; env < 2; env++) {
                run.end(env, EpisodeOutcome.success("")).toCompletableFuture().get();
            }
            beforeClose.run();
        });
        assertNull(run.context.failure().get());
        return run.file();
    }

    private static Path filler(SmallDisk disk) {
        return disk.root().resolve("filler");
    }

    /** Takes the disk's room but for so many bytes. */
    private static void fill(SmallDisk disk, long leftBytes) throws IOException {
        byte[] block = new byte[4096];
        try (OutputStream filler = Files.newOutputStream(filler(disk))) {
            while (disk.root().toFile().getUsableSpace() > leftBytes + block.length) {
                filler.write(block);
            }
            if (leftBytes == 0) {
                filler.write(block);
            }
        }
    }

    private static void assertWhole(Path run, String... names) throws Exception {
        RecoveredRun.assertContent(run, Hdf5SinkTest.SCHEMA, 2);
        try (Stream<Path> left = Files.list(run.getParent())) {
            assertEquals(
                    List.of(names),
                    left.map(f -> f.getFileName().toString()).sorted().toList());
        }
    }
}
