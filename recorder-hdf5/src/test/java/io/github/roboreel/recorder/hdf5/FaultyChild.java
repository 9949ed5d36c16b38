package io.github.roboreel.recorder.hdf5;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Starts a {@link FaultyRecording} under what causes the fault. */
public final class FaultyChild {
    private static final long TIMEOUT_SECONDS = 600;

    private final Path scratch;
    private final List<String> prefix = new ArrayList<>();
    private final List<String> jvm = new ArrayList<>();
    private final List<String> settings = new ArrayList<>();

    /** With its ack file and its output in this folder, which the fault does not touch. */
    public FaultyChild(Path scratch) {
        this.scratch = scratch;
    }

    /** A command that runs the command behind it. */
    public FaultyChild under(List<String> command) {
        prefix.addAll(command);
        return this;
    }

    /** Options of the JVM. */
    public FaultyChild with(String... options) {
        jvm.addAll(List.of(options));
        return this;
    }

    /** A setting of the recorder, {@code key=value}. */
    public FaultyChild set(String setting) {
        settings.add(setting);
        return this;
    }

    /** Records into the folder. */
    Process start(Path folder) throws IOException {
        List<String> options = new ArrayList<>(jvm);
        options.add("-XX:ErrorFile=" + scratch.resolve("crash.log"));
        List<String> args = new ArrayList<>(List.of(folder.toString(), ack().toString()));
        args.addAll(settings);
        List<String> command = new ArrayList<>(prefix);
        command.addAll(TestJvm.command(options, FaultyRecording.class, args.toArray(String[]::new)));
        return TestJvm.start(command, scratch.resolve("output.txt"));
    }

    /** Records until it ends by itself, and returns what it says; it must end well. */
    public String run(Path folder) throws IOException, InterruptedException {
        return await(start(folder));
    }

    String await(Process process) throws IOException, InterruptedException {
        try {
            if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("the recording hangs: " + output());
            }
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        if (process.exitValue() != 0) {
            throw new IOException("exit code " + process.exitValue() + ": " + output());
        }
        return output();
    }

    public String output() throws IOException {
        return Files.readString(scratch.resolve("output.txt"), StandardCharsets.UTF_8);
    }

    private Path ack() {
        return scratch.resolve("ack");
    }

    /** Steps of an env that the recording had acknowledged. */
    public long acknowledged(int env) throws IOException {
        ByteBuffer ack = ByteBuffer.wrap(Files.readAllBytes(ack()));
        return ack.order(ByteOrder.LITTLE_ENDIAN).getLong(Long.BYTES * env);
    }
}
