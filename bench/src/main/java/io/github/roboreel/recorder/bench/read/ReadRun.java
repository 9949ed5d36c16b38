package io.github.roboreel.recorder.bench.read;

import io.github.roboreel.recorder.bench.record.Figures;
import io.github.roboreel.recorder.bench.record.FrameSize;
import io.github.roboreel.recorder.bench.record.PeerProcess;
import io.github.roboreel.recorder.bench.record.RecordRun;
import io.github.roboreel.recorder.bench.record.RecordSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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
    static ReadRun record(String name, RecordSpec spec, FrameSize images, Path folder)
            throws IOException, InterruptedException {
        RecordSpec ours = images == null ? spec : spec.withFields(spec.fields().withCameras(images, 2));
        Path file = new RecordRun(ours).record(folder.resolve("ours-" + name)).file();
        Path peerFolder = folder.resolve("peer-" + name);
        List<Object> arguments =
                new ArrayList<>(List.of("--num-envs", spec.numEnvs(), "--steps", spec.steps(), "--out", peerFolder));
        if (images != null) {
            arguments.addAll(List.of("--images", images, "--cameras", 2));
        }
        PeerProcess.python("peer_h5py.py", arguments.toArray());
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

    Figures figures() {
        Figures times = new Figures();
        ours.keys().forEach(key -> times.put(key, ours.timesFaster(peer, key), 3));
        return new Figures()
                .put("ours", ours.medians())
                .put("peer", peer.medians())
                .put("times_faster", times);
    }

    String table() {
        Map<String, Figures> rows = new LinkedHashMap<>();
        for (String key : ours.keys()) {
            rows.put(
                    "  " + key,
                    new Figures()
                            .put("ours", ours.median(key), 3, "ours", 3)
                            .put("peer", peer.median(key), 3, "peer's file", 3)
                            .put("times", ours.timesFaster(peer, key), 3, "times faster", 2));
        }
        return Figures.table(name, rows);
    }
}
