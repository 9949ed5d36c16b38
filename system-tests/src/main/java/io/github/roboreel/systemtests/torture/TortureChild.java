package io.github.roboreel.systemtests.torture;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A torture run in a JVM of its own, with this JVM's options. */
final class TortureChild {
    private static final String MAIN_CLASS = "io.github.roboreel.systemtests.SystemTestsMain";

    private static final long TIMEOUT_NANOS = TimeUnit.MINUTES.toNanos(2);
    private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    private final Process process;
    private final Path folder;
    private final Path ack;
    private final TortureSpec spec;
    private final Thread endWithUs;
    private AckFile ackFile;

    private TortureChild(Process process, Path folder, Path ack, TortureSpec spec) {
        this.process = process;
        endWithUs = new Thread(process::destroyForcibly, "torture-end");
        Runtime.getRuntime().addShutdownHook(endWithUs);
        this.folder = folder;
        this.ack = ack;
        this.spec = spec;
    }

    static Path ackFile(Path folder) {
        return folder.resolve("ack");
    }

    static TortureChild start(TortureSpec spec, Path folder) throws IOException {
        Path ack = ackFile(folder);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(TortureChild::isInherited)
                .forEach(command::add);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(MAIN_CLASS, "torture"));
        command.addAll(spec.options());
        command.addAll(List.of("--output-dir", folder.toString(), "--ack", ack.toString()));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("child.log").toFile())
                .start();
        return new TortureChild(process, folder, ack, spec);
    }

    /** Agents and debuggers are this JVM's own. */
    private static boolean isInherited(String option) {
        return !option.startsWith("-javaagent") && !option.startsWith("-agentlib");
    }

    /**
     * Kills it as planned, with SIGKILL.
     *
     * @return whether it was still running
     * @throws IOException when it gets no further for two minutes; it is killed then, too
     */
    boolean kill(KillPlan plan) throws IOException, InterruptedException {
        try {
            return killWhenDue(plan);
        } finally {
            process.destroyForcibly().waitFor();
            Runtime.getRuntime().removeShutdownHook(endWithUs);
        }
    }

    private boolean killWhenDue(KillPlan plan) throws IOException {
        long deadline = System.nanoTime() + TIMEOUT_NANOS;
        long progress = -1;
        while (process.isAlive() && !isReached(plan)) {
            if (acknowledged() > progress) {
                progress = acknowledged();
                deadline = System.nanoTime() + TIMEOUT_NANOS;
            }
            if (System.nanoTime() - deadline > 0) {
                throw new IOException("the recording got no further for two minutes: " + log());
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(plan.delayMicros()));
        return process.isAlive();
    }

    private boolean isReached(KillPlan plan) throws IOException {
        if (ackFile == null && AckFile.isThere(ack, spec.acks())) {
            ackFile = AckFile.open(ack, spec.acks());
        }
        return ackFile != null && plan.isReached(folder, spec, ackFile);
    }

    /** Its exit code; 0 when it closed its run before it could be killed. */
    int exitCode() {
        return process.exitValue();
    }

    /** Steps acknowledged in all. */
    long acknowledged() throws IOException {
        if (ackFile != null) {
            return ackFile.sum();
        }
        return AckFile.isThere(ack, spec.acks())
                ? AckFile.open(ack, spec.acks()).sum()
                : 0;
    }

    String log() throws IOException {
        return Files.readString(folder.resolve("child.log"));
    }
}
