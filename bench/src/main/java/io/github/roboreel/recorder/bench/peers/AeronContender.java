package io.github.roboreel.recorder.bench.peers;

import io.github.roboreel.recorder.bench.record.PeerFigures;
import io.github.roboreel.recorder.bench.record.PeerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * {@link AeronPeer} in a JVM of its own, since its libraries want packages of the JDK opened.
 *
 * @param name unique in its comparison
 * @param messages recorded cold, and once more warm
 */
record AeronContender(String name, int messages) implements Contender {
    private static final List<String> OPENED = List.of(
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED", "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");

    @Override
    public Map<String, Double> run(Path folder) throws IOException, InterruptedException {
        List<String> arguments = List.of(folder.toString(), Integer.toString(messages));
        String out = PeerProcess.java(OPENED, AeronPeer.class.getName(), arguments);
        PeerFigures json = new PeerFigures(out);
        return Map.of("mb_per_s", json.number("mb_per_s"), "cold_mb_per_s", json.number("cold_mb_per_s"));
    }
}
