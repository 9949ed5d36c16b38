package io.github.roboreel.recorder.bench;

import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/**
 * One way to do what is compared.
 *
 * @param name short and unique in its comparison, for example {@code h5py gzip}
 * @param warmsUp whether a first run, which does not count, makes it faster
 * @param whyMissing why it cannot be measured here, in one sentence; empty when it can
 * @param measurement measures it once
 */
record Contender(String name, boolean warmsUp, Supplier<String> whyMissing, Measurement measurement) {
    private static final String[] WHOLE = {"env_steps_per_s", "raw_mb_per_s", "wall_s", "file_mb"};
    private static final String[] PERCENTILES = {"50", "99", "99.9", "100"};
    private static final int WRITE_BYTES = 1 << 20;

    /** Aeron's libraries want packages of the JDK opened. */
    private static final List<String> OPENED = List.of(
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED", "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");

    /** Gives figures by name, for example {@code env_steps_per_s}, of work in a folder that is empty. */
    @FunctionalInterface
    interface Measurement {
        Map<String, Double> run(Path folder) throws IOException, InterruptedException;
    }

    /** Something that can be timed: returns the seconds it took in an empty folder. */
    @FunctionalInterface
    interface Piece {
        double seconds(Path folder) throws IOException;
    }

    /** Does it once, in a folder of its own that is removed. */
    Map<String, Double> run(Path parent) throws IOException, InterruptedException {
        Path own = Files.createDirectories(parent.resolve("run"));
        try {
            return measurement.run(own);
        } finally {
            OutputSubfolder.delete(own);
        }
    }

    /**
     * This recorder, in this JVM, from open to the closed and complete file.
     *
     * @param fileBytes gets the size of each recording's file
     */
    static Contender ours(String name, RecordSpec spec, AtomicLong fileBytes) {
        // The values are made when they are needed.
        AtomicReference<RecordRun> kept = new AtomicReference<>();
        return new Contender(name, true, () -> "", folder -> {
            RecordRun run = kept.updateAndGet(made -> made == null ? new RecordRun(spec) : made);
            RecordRun.Measured recording = run.record(folder);
            fileBytes.set(Files.size(recording.file()));
            Map<String, Double> figures = new LinkedHashMap<>();
            figures.put("env_steps_per_s", recording.envStepsPerSecond());
            figures.put("raw_mb_per_s", recording.rawMbPerSecond());
            figures.put("wall_s", recording.seconds().wall());
            figures.put("file_mb", recording.fileMb());
            figures.put("cpu_us_per_env_step", recording.cpuMicrosPerEnvStep());
            for (String percentile : PERCENTILES) {
                Histogram nanos = recording.stalls().nanos();
                figures.put("stall_us_" + percentile, nanos.getValueAtPercentile(Double.parseDouble(percentile)) / 1e3);
            }
            figures.put("allocated_bytes_per_step", (double) recording.allocatedBytes() / spec.steps());
            return figures;
        });
    }

    static Contender ours(String name, RecordSpec spec) {
        return ours(name, spec, new AtomicLong());
    }

    /**
     * {@code bench/peers/peer_h5py.py}: what Python recorders do.
     *
     * @param compression {@code gzip} as RoboLab, or {@code none}
     * @param cameras more of its options
     */
    static Contender h5py(String compression, int numEnvs, int steps, Object... cameras) {
        String missing = Files.isExecutable(Path.of(PeerProcess.PYTHON))
                ? ""
                : PeerProcess.PYTHON + " is missing; install python3-h5py";
        return new Contender("h5py " + compression, false, () -> missing, folder -> {
            List<Object> arguments = new ArrayList<>(
                    List.of("--compression", compression, "--num-envs", numEnvs, "--steps", steps, "--out", folder));
            arguments.addAll(List.of(cameras));
            PeerFigures json = PeerProcess.python("peer_h5py.py", arguments.toArray());
            Map<String, Double> figures = json.pick(WHOLE);
            for (String percentile : PERCENTILES) {
                figures.put("stall_us_" + percentile, 1000 * json.number("stall_ms", percentile));
            }
            return figures;
        });
    }

    /** {@code bench/peers/peer_mcap.cjs}: one message per env and step in an MCAP file. */
    static Contender mcap(String compression, int numEnvs, int steps) {
        return new Contender("mcap " + compression, false, NodePackages::whyMissing, folder -> {
            List<String> command = List.of(
                    "node",
                    PeerProcess.peerFile("peer_mcap.cjs").toString(),
                    "--compression",
                    compression,
                    "--num-envs",
                    Integer.toString(numEnvs),
                    "--steps",
                    Integer.toString(steps),
                    "--out",
                    folder.toString());
            Map<String, String> environment =
                    Map.of("NODE_PATH", NodePackages.folder().toString());
            return new PeerFigures(PeerProcess.output(command, environment)).pick(WHOLE);
        });
    }

    /** {@link AeronPeer} in a JVM of its own: so many messages recorded cold, and once more warm. */
    static Contender aeron(String name, int messages) {
        return new Contender(name, false, () -> "", folder -> {
            List<String> arguments = List.of(folder.toString(), Integer.toString(messages));
            return PeerProcess.java(OPENED, AeronPeer.class.getName(), arguments)
                    .pick("mb_per_s", "cold_mb_per_s");
        });
    }

    /**
     * Another benchmark of ours in a JVM of its own.
     *
     * @param command its arguments, separated by blanks
     * @param names what counts, for {@link PeerFigures#pick}
     */
    static Contender child(String name, List<String> jvmOptions, String command, String... names) {
        return new Contender(name, false, () -> "", folder -> {
            List<String> arguments = new ArrayList<>(List.of(command.split(" ")));
            if (!arguments.get(0).equals("video")) {
                arguments.addAll(List.of("--output-dir", folder.toString()));
            }
            return PeerProcess.java(jvmOptions, BenchMain.class.getName(), arguments)
                    .pick(names);
        });
    }

    static Contender child(String name, String command, String... names) {
        return child(name, List.of(), command, names);
    }

    /** A piece of our path that moves so many bytes, or a bare loop, in this JVM. */
    static Contender piece(String name, long bytes, Piece piece) {
        return new Contender(name, true, () -> "", folder -> Map.of("mb_per_s", bytes / piece.seconds(folder) / 1e6));
    }

    /**
     * So many bytes written once into a new file: the limit.
     *
     * @param bytes asked for at each run
     * @param envSteps how many steps the bytes are for
     * @param distinctBytes how many of them differ; what is written then starts over
     */
    static Contender fileChannel(String name, LongSupplier bytes, long envSteps, int distinctBytes) {
        byte[] noise = new byte[distinctBytes];
        new Random(0).nextBytes(noise);
        ByteBuffer source = ByteBuffer.allocateDirect(distinctBytes).put(noise);
        return new Contender(name, false, () -> "", folder -> {
            long total = bytes.getAsLong();
            long start = System.nanoTime();
            try (FileChannel file = FileChannel.open(
                    folder.resolve("bytes"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                for (long left = total; left > 0; ) {
                    if (source.position() >= source.capacity() || left == total) {
                        source.clear();
                    }
                    source.limit((int) Math.min(source.capacity(), source.position() + Math.min(left, WRITE_BYTES)));
                    left -= file.write(source);
                }
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            Map<String, Double> figures = new LinkedHashMap<>();
            figures.put("env_steps_per_s", envSteps / seconds);
            figures.put("wall_s", seconds);
            figures.put("mb_per_s", total / seconds / 1e6);
            figures.put("file_mb", total / 1e6);
            return figures;
        });
    }

    /** One buffer of a MiB again and again, which the processor's cache holds. */
    static Contender fileChannel(String name, LongSupplier bytes, long envSteps) {
        return fileChannel(name, bytes, envSteps, WRITE_BYTES);
    }

    /** A figure as tables have it. */
    static String text(double value) {
        return Double.isNaN(value) ? "" : Sentence.of(value >= 1000 ? "%.0f" : "%.3f", value);
    }
}
