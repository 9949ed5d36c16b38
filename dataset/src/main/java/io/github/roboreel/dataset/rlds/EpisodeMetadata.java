package io.github.roboreel.dataset.rlds;

import io.github.roboreel.dataset.EpisodeFacts;
import java.io.File;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** What is known of an episode, by name: Long, Double, Boolean or String. */
final class EpisodeMetadata {
    private EpisodeMetadata() {}

    /** Without what is not known of this one. */
    static Map<String, Object> of(EpisodeFacts facts) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("file_path", runFile(facts.file()));
        values.put("demo", facts.demo());
        values.put("env", facts.envName());
        values.put("run", (long) facts.run());
        values.put("env_id", (long) facts.env());
        values.put("episode", (long) facts.episode());
        values.put("instruction", facts.instruction());
        values.put("policy", facts.policy().orElse(""));
        values.put("ending", facts.ending().name().toLowerCase(Locale.ROOT));
        values.put("success", facts.isSuccess());
        values.put("judged", facts.success().isPresent());
        values.put("score", facts.score().orElse(Double.NaN));
        facts.seed().ifPresent(seed -> values.put("seed", seed));
        values.put("dt_seconds", facts.dtSeconds());
        facts.metrics().forEach((name, value) -> values.put("metrics/" + name, value));
        facts.attributes().forEach((name, value) -> values.put("attributes/" + name, value));
        return values;
    }

    /** With its folder, but not where the output folder, the experiment, is on this machine. */
    private static String runFile(Path file) {
        Path whole = file.toAbsolutePath().normalize();
        int names = whole.getNameCount();
        Path named = whole.subpath(Math.max(0, names - 2), names);
        return named.toString().replace(File.separatorChar, '/');
    }
}
