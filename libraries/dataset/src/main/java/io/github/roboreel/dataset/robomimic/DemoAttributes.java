package io.github.roboreel.dataset.robomimic;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.spi.files.ArrayFileWriter;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Attributes of a demo: what is known of its episode besides the arrays. */
final class DemoAttributes {
    private static final Set<String> MADE_BY_IMPORT = Set.of("masks", "imported_from");

    private DemoAttributes() {}

    static void write(ArrayFileWriter file, String demo, EpisodeFacts facts, long steps) throws IOException {
        for (Map.Entry<String, Object> attribute : of(facts, steps).entrySet()) {
            set(file, demo, attribute.getKey(), attribute.getValue(), facts.where());
        }
    }

    /**
     * Sets an attribute.
     *
     * @param where for messages
     * @throws ExportRefusedException when no HDF5 file can hold that name or value
     */
    static void set(ArrayFileWriter file, String path, String name, Object value, String where) throws IOException {
        try {
            file.attribute(path, name, value);
        } catch (IllegalArgumentException e) {
            throw new ExportRefusedException(where + ": " + e.getMessage());
        }
    }

    private static Map<String, Object> of(EpisodeFacts facts, long steps) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("num_samples", steps);
        facts.success().ifPresent(success -> all.put("success", success));
        all.put("ending", facts.ending().label());
        facts.score().ifPresent(score -> all.put("score", score));
        facts.seed().ifPresent(seed -> all.put("seed", seed));
        all.put("instruction", facts.instruction());
        facts.policy().ifPresent(policy -> all.put("policy", policy));
        all.put("env_name", facts.envName());
        all.put("dt", facts.dtSeconds());
        all.put("source_file", sourceFile(facts.file()));
        all.put("source_demo", facts.demo());
        all.put("source_run", (long) facts.run());
        all.put("source_env", (long) facts.env());
        all.put("source_episode", (long) facts.episode());
        facts.metrics().forEach((name, value) -> all.put("metrics/" + name, value));
        boolean isImported = FormatJson.readOrMissing(facts.environmentConfig()).has(RobomimicMetadata.KEPT);
        facts.attributes().forEach((name, value) -> {
            boolean isTheirs = isImported && !MADE_BY_IMPORT.contains(name);
            all.put(isTheirs ? name : "attributes/" + name, value);
        });
        return all;
    }

    /** With the env folder, since run files of two of them have the same names. */
    private static String sourceFile(Path file) {
        Path folder = file.toAbsolutePath().getParent().getFileName();
        return (folder == null ? "" : folder + "/") + file.getFileName();
    }
}
