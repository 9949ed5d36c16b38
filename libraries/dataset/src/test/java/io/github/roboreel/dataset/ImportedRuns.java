package io.github.roboreel.dataset;

import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeFacts.Ending;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** The episodes of an imported folder, each the only one of its run. */
public record ImportedRuns(Path folder, String envName, int runs) implements EpisodeSource {
    @Override
    public void visit(Visitor visitor) throws IOException {
        for (int run = 0; run < runs; run++) {
            Path file = folder.resolve(envName).resolve("run_" + run + ".hdf5");
            try (Hdf5RunReader reader = Hdf5RunReader.open(file)) {
                EpisodeReader episode = reader.demo("demo_0");
                visitor.visit(facts(file, run, episode.attributes()), episode);
            }
        }
    }

    private EpisodeFacts facts(Path file, int run, Map<String, Object> attributes) throws IOException {
        boolean isTruncated = attributes.get("status").equals("truncated");
        return new EpisodeFacts(
                file,
                "demo_0",
                envName,
                run,
                0,
                run,
                (String) attributes.get("instruction"),
                Optional.of((String) attributes.get("policy")),
                isTruncated ? Ending.TRUNCATED : Ending.TERMINATED,
                Optional.of((Boolean) attributes.get("success")),
                OptionalDouble.empty(),
                OptionalLong.of((Long) attributes.get("seed")),
                (Double) attributes.get("dt"),
                Map.of(),
                Map.of("operator", "bo"),
                Map.of(),
                Files.readString(folder.resolve(envName).resolve("env_cfg.json")));
    }
}
