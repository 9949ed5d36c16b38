package io.github.roboreel.recorder.bench.peers;

import io.github.roboreel.recorder.bench.record.ImageKind;
import io.github.roboreel.recorder.bench.record.ImageSize;
import io.github.roboreel.recorder.bench.record.PeerFigures;
import io.github.roboreel.recorder.bench.record.PeerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code bench/peers/peer_h5py.py}: what Python recorders do. */
final class H5pyContender implements Contender {
    private final String compression;
    private final List<String> arguments = new ArrayList<>();

    /**
     * @param compression {@code gzip} as RoboLab, or {@code none}
     * @param images size of two cameras' frames; null for none
     */
    H5pyContender(String compression, int numEnvs, int steps, ImageSize images) {
        this(compression, numEnvs, steps, images, ImageKind.GRADIENT);
    }

    /**
     * With cameras that see something.
     *
     * @param kind of the frames
     */
    H5pyContender(String compression, int numEnvs, int steps, ImageSize images, ImageKind kind) {
        this.compression = compression;
        arguments.addAll(List.of("--compression", compression));
        arguments.addAll(List.of("--num-envs", Integer.toString(numEnvs)));
        arguments.addAll(List.of("--steps", Integer.toString(steps)));
        if (images != null) {
            arguments.addAll(List.of("--images", images.toString(), "--cameras", "2"));
            arguments.addAll(List.of("--image-kind", kind.label()));
        }
    }

    @Override
    public String name() {
        return "h5py " + compression;
    }

    @Override
    public String whyMissing() {
        return Files.isExecutable(Path.of(PeerProcess.PYTHON))
                ? ""
                : PeerProcess.PYTHON + " is missing; install python3-h5py";
    }

    @Override
    public Map<String, Double> run(Path folder) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(PeerProcess.PYTHON);
        command.add(PeerProcess.peerFile("peer_h5py.py").toString());
        command.addAll(arguments);
        command.addAll(List.of("--out", folder.toString()));
        PeerFigures json = new PeerFigures(PeerProcess.output(command, Map.of()));
        Map<String, Double> figures = new LinkedHashMap<>();
        for (String key : List.of("env_steps_per_s", "raw_mb_per_s", "wall_s", "file_mb")) {
            figures.put(key, json.number(key));
        }
        for (double percentile : new double[] {50, 99, 99.9, 100}) {
            String key = StallKeys.of(percentile);
            String theirs = key.substring(key.lastIndexOf('_') + 1);
            figures.put(key, 1000 * json.number("stall_ms", theirs));
        }
        return figures;
    }
}
