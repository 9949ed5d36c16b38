package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeFacts.Ending;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What an export must say of episodes besides their arrays, for {@code compare_rlds.py}. */
final class ExpectedFacts {
    private ExpectedFacts() {}

    static void write(Path file, Path recordings, EpisodeSource source) throws IOException {
        List<Map<String, Object>> all = new ArrayList<>();
        source.visit((facts, episode) -> all.add(of(facts, recordings)));
        JsonMapper.builder()
                .disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS)
                .build()
                .writeValue(file.toFile(), all);
    }

    private static Map<String, Object> of(EpisodeFacts facts, Path recordings) {
        Map<String, Object> metadata = metadata(facts);
        metadata.put("file_path", recordings.relativize(facts.file()).toString());
        Map<String, Object> all = new TreeMap<>();
        metadata.forEach((name, value) -> all.put("episode_metadata/" + name, value));
        all.put("agent_id", facts.policy().orElse(""));
        all.put("environment_config", facts.environmentConfig());
        all.put("experiment_id", recordings.getFileName().toString());
        all.put("invalid", facts.ending() == Ending.INCOMPLETE);
        return all;
    }

    private static Map<String, Object> metadata(EpisodeFacts facts) {
        Map<String, Object> metadata = new TreeMap<>();
        metadata.put("demo", "demo_" + facts.env());
        metadata.put("env", facts.envName());
        metadata.put("run", facts.run());
        metadata.put("env_id", facts.env());
        metadata.put("episode", facts.episode());
        metadata.put("instruction", facts.instruction());
        metadata.put("policy", facts.policy().orElse(""));
        metadata.put("ending", facts.ending().toString().toLowerCase(Locale.ROOT));
        metadata.put("success", facts.success().equals(Optional.of(true)));
        metadata.put("judged", facts.success().isPresent());
        metadata.put("score", facts.score().orElse(Double.NaN));
        facts.seed().ifPresent(seed -> metadata.put("seed", seed));
        metadata.put("dt_seconds", facts.dtSeconds());
        facts.metrics().forEach((name, value) -> metadata.put("metrics/" + name, value));
        facts.attributes().forEach((name, value) -> metadata.put("attributes/" + name, value));
        return metadata;
    }
}
