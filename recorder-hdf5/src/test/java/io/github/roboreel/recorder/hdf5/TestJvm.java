package io.github.roboreel.recorder.hdf5;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.roboreel.recorder.hdf5.lib.Hdf5;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM with this one's class path that a test starts, for it is to be killed or limited. */
public final class TestJvm {
    private TestJvm() {}

    /** The command that runs a class. */
    public static List<String> command(Class<?> main, String... args) {
        return command(List.of(), main, args);
    }

    /** The command that runs a class in a JVM with these options. */
    public static List<String> command(List<String> options, Class<?> main, String... args) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
        if (Runtime.version().feature() >= 24) {
            // Later JVMs warn about native libraries.
            command.add("--enable-native-access=ALL-UNNAMED");
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        command.addAll(Hdf5.inheritedOptions());
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(args));
        return command;
    }

    /** Starts the command, whose output goes into the file. */
    public static Process start(List<String> command, Path output) throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    /** Runs a class that has nothing to say, and returns the exit code. */
    public static int exitCode(Class<?> main, String... args) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command(main, args))
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        assertEquals("", said);
        return process.exitValue();
    }
}
