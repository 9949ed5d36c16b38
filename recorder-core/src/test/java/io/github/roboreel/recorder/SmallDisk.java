package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A small disk in memory that really gets full, mounted in a process' own mount namespace and reached through that
 * process' root. It is gone with the process.
 */
public final class SmallDisk implements AutoCloseable {
    /** Mounts, then takes the options of further mounts of the same disk, a line each. */
    private static final String SCRIPT = """
            mount -t tmpfs -o size="$1" small "$2" && echo "$$ mounted" || exit 1
            while read -r options; do mount -o "remount,$options" "$2" && echo done || echo failed
            done
            """;

    private final Process process;
    private final BufferedReader answers;
    private final PrintWriter orders;
    private final Path root;

    private SmallDisk(Process process, BufferedReader answers, Path mountPoint, String pid) {
        this.process = process;
        this.answers = answers;
        orders = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
        root = Path.of("/proc", pid, "root").resolve(Path.of("/").relativize(mountPoint));
    }

    /** Mounts one; where the machine does not allow it the test is skipped. */
    public static SmallDisk mount(Path mountPoint, int sizeKib) throws IOException {
        boolean isRoot = "root".equals(System.getProperty("user.name"));
        List<String> command = new ArrayList<>(List.of("unshare", isRoot ? "-m" : "-rm"));
        command.addAll(List.of("/bin/sh", "-c", SCRIPT, "disk"));
        command.addAll(List.of(sizeKib + "k", mountPoint.toAbsolutePath().toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        BufferedReader answers =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String answer = answers.readLine();
        if (answer == null || !answer.endsWith(" mounted")) {
            process.destroyForcibly();
            abort("this machine allows no mount namespace with a tmpfs: " + answer);
        }
        String pid = answer.substring(0, answer.indexOf(' '));
        return new SmallDisk(process, answers, mountPoint.toAbsolutePath(), pid);
    }

    /** The disk's root folder, for every process of this user. */
    public Path root() {
        return root;
    }

    /** Makes it larger or smaller. */
    public void resize(int sizeKib) throws IOException {
        remount("size=" + sizeKib + "k");
    }

    public void makeReadOnly() throws IOException {
        remount("ro");
    }

    private void remount(String options) throws IOException {
        orders.println(options);
        String answer = answers.readLine();
        if (!"done".equals(answer)) {
            throw new IOException("remount with " + options + ": " + answer);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
