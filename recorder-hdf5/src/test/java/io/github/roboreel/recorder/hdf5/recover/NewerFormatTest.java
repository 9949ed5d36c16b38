package io.github.roboreel.recorder.hdf5.recover;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.GoldenFiles;
import io.github.roboreel.recorder.NewerFormatException;
import io.github.roboreel.recorder.hdf5.H5py;
import io.github.roboreel.recorder.hdf5.file.RunFileProbe;
import io.github.roboreel.recorder.hdf5.lib.Superblock;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.hdf5.read.IsolatedReader;
import io.github.roboreel.recorder.hdf5.staging.StagingHeader;
import io.github.roboreel.recorder.hdf5.staging.StagingLayout;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of a version that is not known yet are refused by name, and nothing of them is touched. */
class NewerFormatTest {
    private static final int SUPERBLOCK_BYTES = 48;
    private static final String REFUSAL =
            " has format version 99, and this RoboReel reads versions up to %d; update RoboReel";

    @TempDir
    Path folder;

    private Path run(String recording, String env) throws IOException {
        return GoldenFiles.unpack(GoldenFiles.FIRST, recording, folder)
                .resolve(env)
                .resolve("run_0.hdf5");
    }

    private Path killedRun() throws IOException {
        return run("killed", "BananaInBowlTask");
    }

    private static String refusal(Path file, long known) {
        return file + REFUSAL.formatted(known);
    }

    /** Of a file that was closed. */
    private static void setVersion(Path run, int version) throws Exception {
        H5py.run(
                run,
                "import h5py,sys,numpy\n"
                        + "with h5py.File(sys.argv[1], 'r+') as f:\n"
                        + "    f['data'].attrs.modify('format_version', numpy.int64("
                        + version
                        + "))\n");
    }

    /** Of a file that was not closed, which it is not afterwards either. */
    private static void setVersionOfUnclosed(Path run, int version) throws Exception {
        byte[] superblock = new byte[SUPERBLOCK_BYTES];
        try (RandomAccessFile file = new RandomAccessFile(run.toFile(), "r")) {
            file.readFully(superblock);
        }
        Superblock.repair(run);
        setVersion(run, version);
        try (RandomAccessFile file = new RandomAccessFile(run.toFile(), "rw")) {
            file.write(superblock);
        }
        assertTrue(RunFileProbe.of(run).isMarked());
    }

    private Map<Path, byte[]> contents() throws IOException {
        Map<Path, byte[]> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                contents.put(file, Files.readAllBytes(file));
            }
        }
        return contents;
    }

    private void assertUntouched(Map<Path, byte[]> before) throws IOException {
        Map<Path, byte[]> after = contents();
        assertEquals(before.keySet(), after.keySet());
        before.forEach((file, bytes) -> assertArrayEquals(bytes, after.get(file), file.toString()));
    }

    @Test
    void aNewerRunFileIsReadByNobody() throws Exception {
        Path run = run("embedded", "WaveTask");
        setVersion(run, 99);

        NewerFormatException refused = assertThrows(NewerFormatException.class, () -> Hdf5RunReader.open(run));
        assertEquals(refusal(run, 1), refused.getMessage());
        assertEquals(99, refused.version());
        IOException isolated = assertThrows(IOException.class, () -> IsolatedReader.openRun(run));
        assertEquals(refusal(run, 1), isolated.getMessage());
    }

    @Test
    void aVersionThatIsKnownOrNoneIsRead() throws Exception {
        Path run = run("embedded", "WaveTask");
        setVersion(run, 0);
        try (Hdf5RunReader reader = Hdf5RunReader.open(run)) {
            assertEquals(0L, reader.attributes().get("format_version"));
        }
        H5py.run(run, "import h5py,sys; del h5py.File(sys.argv[1], 'r+')['data'].attrs['format_version']");
        try (Hdf5RunReader reader = Hdf5RunReader.open(run)) {
            assertEquals(7, reader.demo("demo_0").numSamples());
        }
    }

    @Test
    void aNewerRunFileOfADeadRecorderIsNotRecovered() throws Exception {
        Path run = killedRun();
        setVersionOfUnclosed(run, 99);
        Map<Path, byte[]> before = contents();

        for (RunRecovery recovery : new RunRecovery[] {RunRecovery.onCopy(), RunRecovery.inPlace()}) {
            NewerFormatException refused = assertThrows(NewerFormatException.class, () -> recovery.recover(run));
            assertEquals(refusal(run, 1), refused.getMessage());
        }
        IOException inProcess = assertThrows(
                IOException.class,
                () -> new RecoveryProcess(RecoveryPlace.BESIDE, Duration.ofMinutes(5), RecoveryProgress.NONE)
                        .recover(run));
        assertEquals(refusal(run, 1), inProcess.getMessage());
        assertUntouched(before);
    }

    @Test
    void newerStagingIsNotSetAside() throws Exception {
        Path run = killedRun();
        Path staging = run.resolveSibling("run_0.staging");
        makeNewer(staging);
        Map<Path, byte[]> before = contents();

        for (RunRecovery recovery : new RunRecovery[] {RunRecovery.onCopy(), RunRecovery.inPlace()}) {
            NewerFormatException refused = assertThrows(NewerFormatException.class, () -> recovery.recover(run));
            assertEquals(refusal(staging, StagingLayout.VERSION), refused.getMessage());
        }
        assertUntouched(before);
    }

    /** Both copies of the header say another version, and that the JSON has another layout. */
    private static void makeNewer(Path staging) throws IOException {
        try (FileChannel file = FileChannel.open(staging, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            String json = new String(StagingHeader.find(file).orElseThrow(), UTF_8);
            String newer = json.replaceFirst("\"format_version\":\\d+", "\"format_version\":99")
                    .replace("\"schema\"", "\"fields\"");
            ByteBuffer start = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
            file.read(start, 0);
            int headerBytes = start.getInt(12);
            ByteBuffer block = StagingHeader.block(newer.getBytes(UTF_8), headerBytes, 99);
            file.write(block.duplicate(), 0);
            file.write(block.duplicate(), headerBytes);
        }
    }

    /** What counts is under a checksum. */
    @Test
    void aDamagedVersionNumberDoesNotHinderRecovery() throws Exception {
        Path run = killedRun();
        try (FileChannel file = FileChannel.open(run.resolveSibling("run_0.staging"), StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.wrap(new byte[] {99}), 9);
        }

        assertTrue(RunRecovery.onCopy().recover(run).isComplete());

        try (Hdf5RunReader reader = Hdf5RunReader.open(run)) {
            assertEquals(21, reader.demo("demo_1").numSamples());
        }
    }
}
