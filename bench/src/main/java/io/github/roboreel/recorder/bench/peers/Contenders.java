package io.github.roboreel.recorder.bench.peers;

import io.github.roboreel.recorder.bench.record.Figures;
import io.github.roboreel.recorder.bench.record.FrameSize;
import io.github.roboreel.recorder.bench.record.ImageKind;
import io.github.roboreel.recorder.bench.record.PeerFigures;
import io.github.roboreel.recorder.bench.record.PeerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Contenders that are programs of their own, or pieces of our path. */
final class Contenders {
    /** The figures that all who record whole files have. */
    private static final List<String> WHOLE = List.of("env_steps_per_s", "raw_mb_per_s", "wall_s", "file_mb");

    private static final double[] PERCENTILES = {50, 99, 99.9, 100};
    /** Aeron's libraries want packages of the JDK opened. */
    private static final List<String> OPENED = List.of(
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED", "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");

    private Contenders() {}

    /** Measures once, in an empty folder. */
    @FunctionalInterface
    interface Measurement {
        Map<String, Double> run(Path folder) throws IOException, InterruptedException;
    }

    /** Something that can be timed: returns the seconds it took in an empty folder. */
    @FunctionalInterface
    interface Piece {
        double seconds(Path folder) throws IOException;
    }

    /** Reads figures out of what a program printed. */
    @FunctionalInterface
    interface Picker {
        Map<String, Double> pick(PeerFigures json) throws IOException;
    }

    private record Measuring(String name, boolean warmsUp, Supplier<String> missing, Measurement measurement)
            implements Contender {
        @Override
        public String whyMissing() {
            return missing.get();
        }

        @Override
        public Map<String, Double> run(Path folder) throws IOException, InterruptedException {
            return measurement.run(folder);
        }
    }

    /** Name of the producer's time per vector step at a percentile, microseconds. */
    static String stall(double percentile) {
        return "stall_us_" + Figures.name(percentile);
    }

    /** Figures by the keys of what a program printed. */
    static Map<String, Double> pick(PeerFigures json, List<String> keys) throws IOException {
        Map<String, Double> figures = new LinkedHashMap<>();
        for (String key : keys) {
            figures.put(key, json.number(key));
        }
        return figures;
    }

    /**
     * {@code bench/peers/peer_h5py.py}: what Python recorders do.
     *
     * @param compression {@code gzip} as RoboLab, or {@code none}
     */
    static Contender h5py(String compression, int numEnvs, int steps) {
        return h5py(compression, numEnvs, steps, List.of());
    }

    /** With two cameras that see something. */
    static Contender h5py(String compression, int numEnvs, int steps, FrameSize images, ImageKind kind) {
        List<Object> cameras = List.of("--images", images, "--cameras", 2, "--image-kind", kind.label());
        return h5py(compression, numEnvs, steps, cameras);
    }

    private static Contender h5py(String compression, int numEnvs, int steps, List<Object> cameras) {
        String missing = Files.isExecutable(Path.of(PeerProcess.PYTHON))
                ? ""
                : PeerProcess.PYTHON + " is missing; install python3-h5py";
        return new Measuring("h5py " + compression, false, () -> missing, folder -> {
            List<Object> arguments = new ArrayList<>(
                    List.of("--compression", compression, "--num-envs", numEnvs, "--steps", steps, "--out", folder));
            arguments.addAll(cameras);
            PeerFigures json = PeerProcess.python("peer_h5py.py", arguments.toArray());
            Map<String, Double> figures = pick(json, WHOLE);
            for (double percentile : PERCENTILES) {
                figures.put(stall(percentile), 1000 * json.number("stall_ms", Figures.name(percentile)));
            }
            return figures;
        });
    }

    /** {@code bench/peers/peer_mcap.cjs}: one message per env and step in an MCAP file. */
    static Contender mcap(String compression, int numEnvs, int steps) {
        return new Measuring("mcap " + compression, false, NodePackages::whyMissing, folder -> {
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
            return pick(new PeerFigures(PeerProcess.output(command, environment)), WHOLE);
        });
    }

    /** {@link AeronPeer} in a JVM of its own: so many messages recorded cold, and once more warm. */
    static Contender aeron(String name, int messages) {
        return new Measuring(name, false, () -> "", folder -> {
            List<String> arguments = List.of(folder.toString(), Integer.toString(messages));
            PeerFigures json = PeerProcess.java(OPENED, AeronPeer.class.getName(), arguments);
            return pick(json, List.of("mb_per_s", "cold_mb_per_s"));
        });
    }

    /**
     * Another benchmark of ours in a JVM of its own.
     *
     * @param command its arguments, separated by blanks
     * @param picker picks what counts
     */
    static Contender child(String name, String command, Picker picker) {
        return child(name, List.of(), command, picker);
    }

    /** The same with more options of its JVM. */
    static Contender child(String name, List<String> jvmOptions, String command, Picker picker) {
        return new Measuring(name, false, () -> "", folder -> {
            List<String> arguments = new ArrayList<>(List.of(command.split(" ")));
            if (!arguments.get(0).equals("video")) {
                arguments.addAll(List.of("--output-dir", folder.toString()));
            }
            return picker.pick(PeerProcess.bench(jvmOptions, arguments));
        });
    }

    /** A piece of our path that moves so many bytes, or a bare loop, in this JVM. */
    static Contender piece(String name, long bytes, Piece piece) {
        return new Measuring(name, true, () -> "", folder -> Map.of("mb_per_s", bytes / piece.seconds(folder) / 1e6));
    }
}
