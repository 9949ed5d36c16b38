package io.github.roboreel.recorder.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** One way to do what is compared, and what it has reached. */
final class Contender {
    private static final String[] WHOLE = {"env_steps_per_s", "raw_mb_per_s", "wall_s", "file_mb"};
    private static final int WRITE_BYTES = 1 << 20;

    /** Aeron's libraries want packages of the JDK opened. */
    private static final List<String> OPENED = List.of(
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED", "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");

    private final String name;
    private final boolean warmsUp;
    private final Measurement measurement;
    private final Figures cold = new Figures();
    private final List<Map<String, Double>> each = new ArrayList<>();
    private Supplier<String> whyMissing = () -> "";

    /** Gives figures by name, for example {@code env_steps_per_s}, of work in a folder that is empty. */
    @FunctionalInterface
    interface Measurement {
        Map<String, Double> run(Path folder) throws Exception;
    }

    /** Something that can be timed: returns the seconds it took in an empty folder. */
    @FunctionalInterface
    interface Piece {
        double seconds(Path folder) throws IOException;
    }

    /**
     * Nothing is measured yet.
     *
     * @param name short and unique in its comparison, for example {@code h5py gzip}
     * @param warmsUp whether a first run, which does not count, makes it faster
     */
    private Contender(String name, boolean warmsUp, Measurement measurement) {
        this.name = name;
        this.warmsUp = warmsUp;
        this.measurement = measurement;
    }

    /** This recorder, in this JVM, from open to the closed and complete file. */
    static Contender ours(String name, RecordSpec spec) {
        // The values are made when they are needed.
        List<BenchSignal> signal = new ArrayList<>();
        return new Contender(name, true, folder -> {
            if (signal.isEmpty()) {
                signal.add(spec.signal());
            }
            return numbers(RecordRun.of(spec, signal.get(0), folder).figures());
        });
    }

    private static Map<String, Double> numbers(Figures figures) {
        Map<String, Double> numbers = new LinkedHashMap<>();
        figures.flat().forEach((key, value) -> numbers.put(key, ((Number) value).doubleValue()));
        return numbers;
    }

    /**
     * {@code bench/peers/peer_h5py.py}: what Python recorders do.
     *
     * @param compression {@code gzip} as RoboLab, or {@code none}
     * @param cameras more of its options
     */
    static Contender h5py(String compression, int numEnvs, int steps, Object... cameras) {
        Contender peer = new Contender("h5py " + compression, false, folder -> {
            Child.Printed printed = Child.python("peer_h5py.py", "--compression", compression, "--num-envs", numEnvs)
                    .and("--steps", steps, "--out", folder)
                    .and(cameras)
                    .printed();
            Map<String, Double> figures = printed.pick(WHOLE);
            for (String percentile : Figures.PERCENTILES) {
                figures.put("stall_us_" + percentile, 1000 * printed.number("stall_ms/" + percentile));
            }
            return figures;
        });
        peer.whyMissing = () ->
                Files.isExecutable(Path.of(Child.PYTHON)) ? "" : Child.PYTHON + " is missing; install python3-h5py";
        return peer;
    }

    /** {@code bench/peers/peer_mcap.cjs}: one message per env and step in an MCAP file. */
    static Contender mcap(String compression, int numEnvs, int steps) {
        Contender peer = new Contender(
                "mcap " + compression,
                false,
                folder -> Child.of("node", Child.peerFile("peer_mcap.cjs"), "--compression", compression)
                        .and("--num-envs", numEnvs, "--steps", steps, "--out", folder)
                        .with("NODE_PATH", NodePackages.folder())
                        .printed()
                        .pick(WHOLE));
        peer.whyMissing = NodePackages::whyMissing;
        return peer;
    }

    /** {@link AeronPeer} in a JVM of its own: so many messages recorded cold, and once more warm. */
    static Contender aeron(String name, int messages) {
        return new Contender(
                name,
                false,
                folder -> Child.java(OPENED, AeronPeer.class.getName(), folder, messages)
                        .printed()
                        .pick("mb_per_s", "cold_mb_per_s"));
    }

    /**
     * Another benchmark of ours in a JVM of its own.
     *
     * @param command its arguments, separated by blanks
     * @param names what counts, for {@link Child.Printed#pick}
     */
    static Contender child(String name, List<String> jvmOptions, String command, String... names) {
        return new Contender(
                name,
                false,
                folder -> Child.java(jvmOptions, BenchMain.class.getName(), (Object[]) command.split(" "))
                        .and("--output-dir", folder)
                        .printed()
                        .pick(names));
    }

    static Contender child(String name, String command, String... names) {
        return child(name, List.of(), command, names);
    }

    /** A piece of our path that moves so many bytes, or a bare loop, in this JVM. */
    static Contender piece(String name, long bytes, Piece piece) {
        return new Contender(name, true, folder -> Map.of("mb_per_s", bytes / piece.seconds(folder) / 1e6));
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
        return new Contender(name, false, folder -> {
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
            return numbers(new Figures()
                    .put("env_steps_per_s", envSteps / seconds)
                    .put("wall_s", seconds)
                    .put("mb_per_s", total / seconds / 1e6)
                    .put("file_mb", total / 1e6));
        });
    }

    /** One buffer of a MiB again and again, which the processor's cache holds. */
    static Contender fileChannel(String name, LongSupplier bytes, long envSteps) {
        return fileChannel(name, bytes, envSteps, WRITE_BYTES);
    }

    String name() {
        return name;
    }

    boolean warmsUp() {
        return warmsUp;
    }

    /** Why it cannot be measured here, in one sentence; empty when it can. */
    String whyMissing() {
        return whyMissing.get();
    }

    /** Does it once. */
    Map<String, Double> run(Path folder) throws Exception {
        return measurement.run(folder);
    }

    /** @param round 0 for the one that does not count */
    void add(int round, Map<String, Double> reached) {
        if (round == 0) {
            cold.put(reached);
        } else {
            each.add(reached);
        }
    }

    /** What the last round, or the one that did not count, reached. */
    double last(String figure) {
        return each.isEmpty()
                ? ((Number) cold.members().get(figure)).doubleValue()
                : each.get(each.size() - 1).get(figure);
    }

    /** NaN when it was not measured. */
    double median(String figure) {
        return Figures.median(each.stream()
                .map(round -> round.getOrDefault(figure, Double.NaN))
                .toList());
    }

    double ratio(String figure, Contender other) {
        return median(figure) / other.median(figure);
    }

    /** A speed; NaN when none was measured. */
    double ratio(Contender other) {
        return each.isEmpty()
                ? Double.NaN
                : ratio(each.get(0).keySet().iterator().next(), other);
    }

    Figures medians() {
        Set<String> names = new LinkedHashSet<>();
        each.forEach(round -> names.addAll(round.keySet()));
        Figures medians = new Figures();
        names.forEach(figure -> medians.put(figure, median(figure)));
        return medians;
    }

    /** @param ours the first of the comparison */
    Figures figures(Contender ours) {
        return medians()
                .put("ours_ratio", ours.ratio(this))
                .put("cold", cold)
                .put(
                        "each",
                        each.stream().map(round -> new Figures().put(round)).toList());
    }
}
