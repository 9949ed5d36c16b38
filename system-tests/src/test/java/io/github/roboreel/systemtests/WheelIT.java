package io.github.roboreel.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The wheel in a fresh environment whose path has no Java: it installs, records, and gives the command. */
@Tag("slow")
class WheelIT {
    private static final int LIMIT_MINUTES = 20;
    private static final long MAX_BYTES = 50_000_000;
    private static final Path HOME = Path.of(System.getProperty("roboreel.home"));

    private static final String RECORD = """
            import sys
            import numpy as np
            import roboreel as rr
            fields = {"actions": rr.i64(), "obs/state": rr.f32(4), "rewards": rr.f64()}
            with rr.Recorder.open(sys.argv[1], task="CartPole", dt=0.02, continuous=True, fields=fields) as rec:
                for episode in range(10):
                    rec.begin(seed=episode)
                    for i in range(100):
                        state = np.arange(4, dtype=np.float32) + 100 * episode + i
                        rec.step({"actions": i % 2, "obs/state": state, "rewards": 1.0})
                    rec.end(success=True)
            """;

    private static final String READ = """
            import h5py, sys
            with h5py.File(sys.argv[1] + "/CartPole/run_0.hdf5") as file:
                sums = {name: float(demo["obs/state"][:].astype("f8").sum()) for name, demo in file["data"].items()}
            print(" ".join(f"{sums['demo_%d' % i]:.0f}" for i in range(10)))
            """;

    @TempDir
    Path folder;

    private Path bin;
    private String python;

    /** What a process may use: commands of the system but no Java. */
    @BeforeEach
    void linkCommands() throws Exception {
        python = Stream.of("12", "13", "11", "10")
                .map(minor -> "python3." + minor)
                .filter(WheelIT::hasVenv)
                .findFirst()
                .orElse("");
        assumeTrue(!python.isEmpty(), "there is a Python from 3.10 on with venv and pip");
        bin = Files.createDirectory(folder.resolve("bin"));
        for (String command : List.of("env", "sh", "uname", "ldd", "ldconfig")) {
            Optional<Path> found = Stream.of("/bin", "/usr/bin", "/sbin")
                    .map(at -> Path.of(at, command))
                    .filter(Files::exists)
                    .findFirst();
            if (found.isPresent()) {
                Files.createSymbolicLink(bin.resolve(command), found.get());
            }
        }
    }

    private static boolean hasVenv(String python) {
        try {
            return new ProcessBuilder(python, "-c", "import venv, ensurepip")
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private String run(boolean hasJava, String... command) throws Exception {
        Path printed = Files.createTempFile(folder, "printed", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        if (!hasJava) {
            builder.environment().put("PATH", bin.toString());
            Stream.of("JAVA_HOME", "ROBOREEL_JAVA", "ROBOREEL_BRIDGE_COMMAND", "PYTHONPATH")
                    .forEach(builder.environment()::remove);
        }
        Process process = builder.start();
        try {
            assertTrue(process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES), () -> "still running: " + List.of(command));
        } finally {
            process.destroyForcibly();
        }
        assertEquals(0, process.exitValue(), Files.readString(printed));
        return Files.readString(printed);
    }

    @Test
    void wheel_inAFreshEnvironmentWithoutJava_recordsAndChecks() throws Exception {
        Path wheels = folder.resolve("wheels");
        run(true, HOME.resolve("roboreel").toString(), "wheel", "-o", wheels.toString());
        Path wheel = wheel(wheels);
        assertTrue(Files.size(wheel) <= MAX_BYTES, wheel + " has " + Files.size(wheel) + " bytes");
        Path environment = folder.resolve("environment");
        run(true, python, "-m", "venv", environment.toString());
        String inside = environment.resolve("bin/python").toString();
        run(true, inside, "-m", "pip", "install", "-q", wheel.toString());
        Path output = folder.resolve("output");
        run(false, inside, "-c", RECORD, output.toString());
        List<String> sums = new ArrayList<>();
        for (int episode = 0; episode < 10; episode++) {
            sums.add(String.valueOf(100 * 6 + 4 * (100 * 100 * episode + 99 * 50)));
        }
        assertEquals(
                String.join(" ", sums),
                run(false, inside, "-c", READ, output.toString()).strip());
        String roboreel = environment.resolve("bin/roboreel").toString();
        String checked = run(false, roboreel, "check", output.toString());
        assertFalse(checked.contains("Exception"), checked);
        assertTrue(run(false, roboreel, "report", output.toString()).contains("CartPole"));
    }

    /** Not that of the extras. */
    private static Path wheel(Path wheels) throws IOException {
        try (Stream<Path> files = Files.list(wheels)) {
            return files.filter(file -> file.getFileName().toString().matches("roboreel-.*manylinux.*\\.whl"))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
