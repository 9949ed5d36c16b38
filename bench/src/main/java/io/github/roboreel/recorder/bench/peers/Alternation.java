package io.github.roboreel.recorder.bench.peers;

import io.github.roboreel.recorder.bench.record.OutputSubfolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Measures contenders in turn, so that what the machine does besides hits all of them alike. */
final class Alternation {
    private final Path folder;
    private final int rounds;
    private final Consumer<String> progress;

    Alternation(Path folder, int rounds, Consumer<String> progress) {
        this.folder = folder;
        this.rounds = rounds;
        this.progress = progress;
    }

    /** By name; those that cannot be measured here have no rounds. */
    Map<String, Measured> measure(PeerComparison comparison) throws IOException, InterruptedException {
        Map<String, Map<String, Double>> cold = new LinkedHashMap<>();
        Map<String, List<Map<String, Double>>> warm = new LinkedHashMap<>();
        List<Contender> present = new ArrayList<>();
        for (Contender contender : comparison.contenders()) {
            warm.put(contender.name(), new ArrayList<>());
            if (contender.whyMissing().isEmpty()) {
                present.add(contender);
                cold.put(contender.name(), contender.warmsUp() ? once(contender) : Map.of());
            } else {
                progress.accept(contender.name() + " is skipped: " + contender.whyMissing());
            }
        }
        for (int round = 0; round < Math.min(rounds, comparison.mostRounds()); round++) {
            for (Contender contender : present) {
                warm.get(contender.name()).add(once(contender));
            }
        }
        Map<String, Measured> results = new LinkedHashMap<>();
        warm.forEach((name, figures) -> results.put(name, new Measured(cold.getOrDefault(name, Map.of()), figures)));
        return results;
    }

    private Map<String, Double> once(Contender contender) throws IOException, InterruptedException {
        Path own = Files.createDirectories(folder.resolve("run"));
        try {
            return contender.run(own);
        } finally {
            OutputSubfolder.delete(own);
        }
    }
}
