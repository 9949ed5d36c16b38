package io.github.roboreel.recorder.hdf5;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.hdf5.compact.RunCompaction;
import io.github.roboreel.recorder.hdf5.file.RunPaths;
import io.github.roboreel.recorder.hdf5.lib.Hdf5;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.hdf5.read.Hdf5SinkTest;
import io.github.roboreel.recorder.hdf5.read.IsolatedReader;
import io.github.roboreel.recorder.hdf5.read.RecoveredRun;
import io.github.roboreel.recorder.hdf5.recover.RecoveryPlace;
import io.github.roboreel.recorder.hdf5.recover.RecoveryProcess;
import io.github.roboreel.recorder.hdf5.recover.RecoveryProgress;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.spi.RunReader;
import java.io.File;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * HDF5's library by its file, without JHDF5, Bytedeco and JavaCPP on the class path: Debian's, Bytedeco's, and those
 * that {@code ROBOREEL_TEST_HDF5_LIBRARIES} names, as h5py's.
 */
class GivenLibraryIT {
    private static final String LIBRARIES_VARIABLE = "ROBOREEL_TEST_HDF5_LIBRARIES";
    private static final Path DEBIANS = Path.of("/usr/lib/x86_64-linux-gnu/libhdf5_serial.so.103");
    private static final String BYTEDECOS = "/org/bytedeco/hdf5/linux-x86_64/libhdf5.so.310";
    private static final String STEPS_SEEN =
            "import h5py, sys\nprint(h5py.File(sys.argv[1], 'r', swmr=True)['data/demo_0/actions'].shape[0])";

    @TempDir
    static Path extracted;

    @TempDir
    Path folder;

    static List<Path> libraries() throws Exception {
        List<Path> libraries = new ArrayList<>(List.of(DEBIANS));
        try (InputStream natives = GivenLibraryIT.class.getResourceAsStream(BYTEDECOS)) {
            Path copy = extracted.resolve("libhdf5.so.310");
            Files.deleteIfExists(copy);
            Files.copy(natives, copy);
            libraries.add(copy);
        }
        String more = System.getenv(LIBRARIES_VARIABLE);
        if (more != null) {
            Arrays.stream(more.split(File.pathSeparator)).map(Path::of).forEach(libraries::add);
        }
        return libraries;
    }

    /** Records with a camera, is read while it does, closes, compacts, reads itself and in a worker. */
    static final class Recording {
        public static void main(String[] args) throws Exception {
            FieldSchema schema = Hdf5SinkTest.WITH_IMAGES;
            SinkHarness run = new SinkHarness(
                    Path.of(args[0]), schema, 2, SinkHarness.untimed(Hdf5Settings.COMPACT_ON_CLOSE, false));
            run.record(() -> {
                run.begin(0);
                run.begin(1);
                for (int part = 0; part < 6; part++) {
                    run.steps(0, 103);
                    run.steps(1, 7);
                    run.sink.flushNow();
                }
                require(H5py.run(run.file(), STEPS_SEEN).equals("618"), "h5py sees another number of steps");
                run.end(0, EpisodeOutcome.success("")).toCompletableFuture().get();
            });
            require(run.context.failure().get() == null, "failed: " + run.context.failure());
            RecoveredRun.assertContent(run.file(), schema, 2);
            RunCompaction.compact(run.file());
            RecoveredRun.assertContent(run.file(), schema, 2);
            try (RunReader apart = IsolatedReader.openRun(run.file())) {
                require(apart.demo("demo_0").numSamples() == 618, "the worker reads another number of steps");
            }
            System.out.println(Hdf5.description());
        }
    }

    /** Is killed while it records. */
    static final class Killed {
        public static void main(String[] args) throws Exception {
            KilledRecording.main(new String[] {args[0], KilledRecording.Kind.IMAGES.name(), "0"});
        }
    }

    /** Recovers what was killed, in a process of its own as the commands do. */
    static final class Recovery {
        public static void main(String[] args) throws Exception {
            Path file = Path.of(args[0]);
            RecoveryReport report = new RecoveryProcess(
                            RecoveryPlace.BESIDE, Duration.ofMinutes(2), RecoveryProgress.NONE)
                    .recover(file);
            require(report.outcome() == RecoveryReport.Outcome.RECOVERED, report.toString());
            require(report.findings().isEmpty(), report.toString());
            RecoveredRun.assertContent(file, KilledRecording.Kind.IMAGES.schema(), KilledRecording.ENVS);
            System.out.println(Hdf5.description());
        }
    }

    private static void require(boolean isSo, String otherwise) {
        if (!isSo) {
            throw new AssertionError(otherwise);
        }
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void recordsReadsAndCompacts(Path library) throws Exception {
        String said = run(library, Recording.class, folder);
        assertTrue(said.matches("HDF5 \\d+\\.\\d+\\.\\d+ \\(" + library + "\\)"), said);
        Path file = new SinkHarness(folder, Hdf5SinkTest.WITH_IMAGES, 2, SinkHarness.untimed()).file();
        assertFalse(Files.exists(new RunPaths(file).staging()));
        RecoveredRun.assertContent(file, Hdf5SinkTest.WITH_IMAGES, 2);
        assertEquals("618", H5py.run(file, STEPS_SEEN.replace("True", "False")));
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void whatWasKilledIsRecovered(Path library) throws Exception {
        Process recorder = TestJvm.start(command(library, Killed.class, folder), folder.resolve("output.txt"));
        KilledRecording.await(recorder, folder, 1300);
        recorder.destroyForcibly();
        recorder.waitFor();
        long acknowledged = KilledRecording.acknowledged(folder, 0);
        assertTrue(acknowledged >= 1300, Files.readString(folder.resolve("output.txt")));
        Path file = KilledRecording.harness(folder, KilledRecording.Kind.IMAGES).file();

        run(library, Recovery.class, file);

        RecoveredRun.assertContent(file, KilledRecording.Kind.IMAGES.schema(), KilledRecording.ENVS);
        try (Hdf5RunReader reader = Hdf5RunReader.open(file)) {
            assertTrue(reader.demo("demo_0").numSamples() >= acknowledged);
        }
    }

    @Test
    void aFileThatIsNoneIsRefusedInASentence() throws Exception {
        Path text = Files.writeString(folder.resolve("text.so"), "no library");
        assertRefused(text, "which is no HDF5 of version 1.10 or newer for this system (");
        assertRefused(folder.resolve("absent.so"), "which is no file; name HDF5's C library, such as libhdf5.so");
        assertRefused(Path.of("/lib/x86_64-linux-gnu/libz.so.1"), "which is no HDF5 of version 1.10 or newer");
    }

    private void assertRefused(Path library, String why) throws Exception {
        String said = output(command(library, Saying.class, folder));
        assertTrue(said.startsWith("hdf5.library is " + library + ", " + why), said);
        assertEquals(1, said.lines().count(), said);
    }

    @Test
    void aBindingBesideItIsRefused() throws Exception {
        List<String> command = command(DEBIANS, Saying.class, folder);
        command.replaceAll(
                word -> word.startsWith("-D" + Hdf5.BINDING_PROPERTY) ? word.replace("auto", "jhdf5") : word);
        assertEquals(
                "hdf5.library is " + DEBIANS + ", and hdf5.binding jhdf5 loads another HDF5; leave one of them out",
                output(command));
    }

    @Test
    void theSettingChoosesItForTheProcessAndItsWorkers() throws Exception {
        List<String> command = command(Path.of(""), BySetting.class, folder);
        command.add(DEBIANS.toString());
        String said = output(command);
        assertTrue(
                said.contains("(" + DEBIANS + ")\n-Droboreel.hdf5.binding=auto -Droboreel.hdf5.library=" + DEBIANS),
                said);
    }

    /** Says which library there is, or why there is none. */
    static final class Saying {
        public static void main(String[] args) {
            System.out.println(Hdf5.description());
        }
    }

    /** Records by the setting. */
    static final class BySetting {
        public static void main(String[] args) throws Exception {
            SinkHarness run = new SinkHarness(
                    Path.of(args[0]), Hdf5SinkTest.SCHEMA, 1, SinkHarness.untimed(Hdf5Settings.LIBRARY, args[1]));
            run.record(() -> {
                run.begin(0);
                run.steps(0, 3);
            });
            System.out.println(Hdf5.description());
            System.out.println(String.join(" ", Hdf5.inheritedOptions()));
        }
    }

    private static String run(Path library, Class<?> main, Path argument) throws Exception {
        List<String> command = command(library, main, argument);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertEquals(0, process.waitFor(), said);
        return said.lines().reduce((first, last) -> last).orElse("");
    }

    private static String output(List<String> command) throws Exception {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        process.waitFor();
        return said;
    }

    private static List<String> command(Path library, Class<?> main, Path argument) {
        List<String> command = TestJvm.command(main, argument.toString());
        command.removeIf(word -> word.startsWith("-Droboreel.hdf5."));
        command.addAll(1, List.of("-D" + Hdf5.BINDING_PROPERTY + "=auto", "-Droboreel.hdf5.library=" + library));
        command.set(command.indexOf("-cp") + 1, classPath());
        return command;
    }

    /** Without what brings an HDF5 of its own. */
    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(part -> !part.contains("bytedeco") && !part.contains("javacpp") && !part.contains("jhdf5"))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
