package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.roboreel.cli.base.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Eight episodes of four envs in two run files that the real command records, once for all tests of this JVM. */
final class RecordedTakes {
    static final String ENV = "BananaInBowlTask";
    static final int EPISODES = 8;
    static final int IMAGE_STEPS = 12;

    private static final class Plain {
        static final Path FOLDER = record("plain", "--num-runs=2", "--max-steps=130");
    }

    private static final class WithImages {
        static final Path FOLDER = record(
                "images", "--num-runs=2", "--record-image-data", "--camera-size=64x48", "--max-steps=" + IMAGE_STEPS);
    }

    private static final class Continuous {
        static final Path FOLDER =
                record("continuous", "--episodes=" + EPISODES, "--config=" + fourPerFile(), "--max-steps=130");
    }

    private RecordedTakes() {}

    /** Without images, so long that some episodes succeed and some run out of time; only read it. */
    static Path plain() {
        return Plain.FOLDER;
    }

    /** With the images of two cameras, cut by the limit of steps; only read it. */
    static Path withImages() {
        return WithImages.FOLDER;
    }

    /** Continuous episodes, four in a file; only read it. */
    static Path continuous() {
        return Continuous.FOLDER;
    }

    private static Path fourPerFile() {
        try {
            return Files.writeString(temporary().resolve("recorder.yaml"), "recorder:\n  episodes_per_file: 4\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path record(String name, String... options) {
        Path folder = temporary().resolve(name);
        List<String> arguments = new ArrayList<>(List.of(
                "record",
                "--num-envs=4",
                "--video-mode=none",
                "--quiet",
                "--output-dir=" + folder.getParent(),
                "--output-folder-name=" + folder.getFileName()));
        arguments.addAll(List.of(options));
        InProcess recorded = InProcess.run(arguments.toArray(String[]::new));
        assertEquals(Outcome.OK, recorded.outcome(), recorded.err());
        return folder;
    }

    /** Removed when this JVM ends. */
    private static Path temporary() {
        try {
            Path folder = Files.createTempDirectory("roboreel-takes").toRealPath();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void remove(Path folder) {
        try {
            HostileFolders.remove(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A run's file. */
    static Path file(Path folder, int run) {
        return folder.resolve(ENV).resolve("run_" + run + ".hdf5");
    }
}
