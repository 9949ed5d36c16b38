package io.github.roboreel.recorder.bench.peers;

import io.github.roboreel.recorder.bench.record.PeerFigures;
import io.github.roboreel.recorder.bench.record.PeerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code bench/peers/peer_mcap.cjs}: one message per env and step in an MCAP file. */
final class McapContender implements Contender {
    private final String compression;
    private final int numEnvs;
    private final int steps;

    McapContender(String compression, int numEnvs, int steps) {
        this.compression = compression;
        this.numEnvs = numEnvs;
        this.steps = steps;
    }

    @Override
    public String name() {
        return "mcap " + compression;
    }

    @Override
    public String whyMissing() {
        return NodePackages.whyMissing();
    }

    @Override
    public Map<String, Double> run(Path folder) throws IOException, InterruptedException {
        String script = PeerProcess.peerFile("peer_mcap.cjs").toString();
        List<String> command = List.of(
                "node",
                script,
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
        PeerFigures json = new PeerFigures(PeerProcess.output(command, environment));
        Map<String, Double> figures = new LinkedHashMap<>();
        for (String key : List.of("env_steps_per_s", "raw_mb_per_s", "wall_s", "file_mb")) {
            figures.put(key, json.number(key));
        }
        return figures;
    }
}
