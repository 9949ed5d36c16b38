package io.github.roboreel.recorder.bench.read;

import io.github.roboreel.recorder.bench.record.ImageSize;
import io.github.roboreel.recorder.bench.record.Json;
import io.github.roboreel.recorder.bench.record.PeerProcess;
import io.github.roboreel.recorder.bench.record.RecordRun;
import io.github.roboreel.recorder.bench.record.RecordSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The same episodes in our file and in the peer's, read alternately. */
final class ReadRun {
    private final String name;
    private final ReadFigures ours;
    private final ReadFigures peer;

    private ReadRun(String name, ReadFigures ours, ReadFigures peer) {
        this.name = name;
        this.ours = ours;
        this.peer = peer;
    }

    /**
     * Records both files.
     *
     * @param images size of two cameras' frames; null for none
     */
    static ReadRun record(String name, RecordSpec spec, ImageSize images, Path folder)
            throws IOException, InterruptedException {
        RecordSpec ours = images == null ? spec : spec.withFields(spec.fields().withCameras(images, 2));
        Path file = new RecordRun(ours).record(folder.resolve("ours-" + name)).file();
        Path peerFolder = folder.resolve("peer-" + name);
        List<String> command = new ArrayList<>();
        command.add(PeerProcess.PYTHON);
        command.add(PeerProcess.peerFile("peer_h5py.py").toString());
        command.addAll(List.of("--num-envs", Integer.toString(spec.numEnvs())));
        command.addAll(List.of("--steps", Integer.toString(spec.steps())));
        command.addAll(List.of("--out", peerFolder.toString()));
        if (images != null) {
            command.addAll(List.of("--images", images.toString(), "--cameras", "2"));
        }
        PeerProcess.output(command, Map.of());
        boolean cameras = images != null;
        return new ReadRun(
                name, new ReadFigures(file, cameras), new ReadFigures(peerFolder.resolve("run_0.hdf5"), cameras));
    }

    void measure(int rounds, int accesses) throws IOException, InterruptedException {
        for (int round = 0; round < rounds; round++) {
            ours.measure(accesses, round);
            peer.measure(accesses, round);
        }
    }

    String name() {
        return name;
    }

    Map<String, Object> figures() {
        Map<String, Object> times = new LinkedHashMap<>();
        ours.keys().forEach(k -> times.put(k, Json.rounded(ours.timesFaster(peer, k), 3)));
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("ours", ours.medians());
        figures.put("peer", peer.medians());
        figures.put("times_faster", times);
        return figures;
    }

    String table() {
        StringBuilder table = new StringBuilder(
                String.format(Locale.ROOT, "%-28s %12s %12s %14s", name, "ours", "peer's file", "times faster"));
        for (String key : ours.keys()) {
            table.append(String.format(
                    Locale.ROOT,
                    "%n  %-26s %12.3f %12.3f %14.2f",
                    key,
                    ours.median(key),
                    peer.median(key),
                    ours.timesFaster(peer, key)));
        }
        return table.toString();
    }
}
