package io.github.roboreel.recorder.bench.peers;

import io.github.roboreel.recorder.bench.record.BenchProcess;
import io.github.roboreel.recorder.bench.record.PeerFigures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Another benchmark of ours in a JVM of its own.
 *
 * @param name unique in its comparison
 * @param command its arguments, separated by blanks
 * @param figures picks what counts
 */
record ChildContender(String name, String command, Picker figures) implements Contender {
    /** Reads figures out of what a benchmark printed. */
    interface Picker {
        Map<String, Double> pick(PeerFigures json) throws IOException;
    }

    @Override
    public Map<String, Double> run(Path folder) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(command.split(" ")));
        if (!arguments.get(0).equals("video")) {
            arguments.addAll(List.of("--output-dir", folder.toString()));
        }
        return figures.pick(BenchProcess.run(arguments));
    }
}
