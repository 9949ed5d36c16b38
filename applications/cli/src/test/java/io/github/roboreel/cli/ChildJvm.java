package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The real program in a process of its own. */
public final class ChildJvm {
    private static final int TIMEOUT_SECONDS = 600;

    private final Process process;
    private final Path out;
    private final Path err;

    private ChildJvm(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** Starts the program; it writes its streams to files in {@code folder}. */
    static ChildJvm start(Path folder, String... args) throws IOException {
        return startWith(folder, List.of(), args);
    }

    public static ChildJvm startWith(Path folder, List<String> jvmOptions, String... args) throws IOException {
        Path out = Files.createTempFile(folder, "stdout", ".txt");
        Path err = Files.createTempFile(folder, "stderr", ".txt");
        Process process = new ProcessBuilder(command(jvmOptions, args))
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        return new ChildJvm(process, out, err);
    }

    /** The words of the program's command line. */
    static List<String> command(List<String> jvmOptions, String... args) {
        // Signals do what they do by default, also where nohup or a shell's background job has them ignored.
        List<String> command = new ArrayList<>(
                List.of("/usr/bin/env", "--default-signal=HUP,INT,TERM", "ROBOREEL_PYTHON=/usr/bin/python3"));
        command.addAll(java());
        command.addAll(List.of("-XX:SharedArchiveFile=" + ClassArchive.FILE, "-Xlog:cds*=off"));
        command.addAll(jvmOptions);
        command.add(Main.class.getName());
        command.addAll(List.of(args));
        return command;
    }

    private static List<String> java() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx1g");
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.add("-Djava.library.path=" + System.getProperty("java.library.path"));
        command.add("-Droboreel.home=" + InProcess.HOME);
        command.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
        if (Runtime.version().feature() >= 24) {
            // As the launcher does: later JVMs warn about native libraries on stderr.
            command.add("--enable-native-access=ALL-UNNAMED");
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        command.addAll(List.of("-cp", classPath()));
        return command;
    }

    /** The tests' class path, its jars first: folders are no part of an archive of classes. */
    public static String classPath() {
        return Stream.concat(entries(true), entries(false)).collect(Collectors.joining(File.pathSeparator));
    }

    private static Stream<String> entries(boolean areJars) {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> Files.isRegularFile(Path.of(entry)) == areJars);
    }

    /** The program's classes as a JVM maps them, as the launcher has them; a start takes a third less with it. */
    private static final class ClassArchive {
        static final Path FILE = make();

        private static Path make() {
            try {
                Path folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "archive");
                Path archive = folder.resolve("program.jsa");
                List<String> command = java();
                command.set(command.size() - 1, entries(true).collect(Collectors.joining(File.pathSeparator)));
                command.add("-XX:ArchiveClassesAtExit=" + archive);
                command.addAll(List.of(Main.class.getName(), "record", "--policy=hold", "--max-steps=2"));
                // Where it cannot be made, the JVMs start without.
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("said.txt").toFile())
                        .start()
                        .waitFor();
                return archive;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Starts the program and waits for its end. */
    public static ChildJvm run(Path folder, String... args) throws Exception {
        ChildJvm child = start(folder, args);
        child.exitCode();
        return child;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    long pid() {
        return process.pid();
    }

    /** SIGKILL; returns when the process is gone. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    /** Processes that it has started. */
    Stream<ProcessHandle> children() {
        return process.children();
    }

    /** Sends a signal, if the process is still there. */
    void signal(String name) throws IOException, InterruptedException {
        if (process.isAlive()) {
            signal(name, pid());
        }
    }

    /** Sends a signal to the processes that it has started and then to itself, at once. */
    void signalAll(String name) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("kill", "-" + name));
        Stream.concat(children(), Stream.of(process.toHandle())).forEach(one -> command.add("" + one.pid()));
        new ProcessBuilder(command).start().waitFor();
    }

    static void signal(String name, long pid) throws IOException, InterruptedException {
        new ProcessBuilder("/bin/sh", "-c", "kill -" + name + " " + pid).start().waitFor();
    }

    /** SIGTERM. */
    void terminate() {
        process.destroy();
    }

    public int exitCode() throws Exception {
        return exitCode(TIMEOUT_SECONDS);
    }

    public int exitCode(int timeoutSeconds) throws Exception {
        if (!process.waitFor(timeoutSeconds, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("still running after " + timeoutSeconds + " s: " + err());
        }
        return process.exitValue();
    }

    public String out() throws IOException {
        return Files.readString(out);
    }

    public String err() throws IOException {
        return Files.readString(err);
    }

    /** The last sentence: a slow machine may have others before it, as that finishing takes long. */
    String lastSaid() throws IOException {
        return err().lines().reduce((first, second) -> second).orElse("");
    }

    /** What Debian's Python, which has h5py, prints. */
    public static String python(String... args) throws Exception {
        List<String> command = new ArrayList<>(List.of("/usr/bin/python3"));
        command.addAll(List.of(args));
        Process python = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(python.getInputStream().readAllBytes());
        assertTrue(python.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS), printed);
        assertTrue(python.exitValue() == 0, printed);
        return printed;
    }
}
