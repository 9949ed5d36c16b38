package io.github.roboreel.dataset.minari;

import io.github.roboreel.dataset.DatasetArguments;
import io.github.roboreel.dataset.DatasetOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The options of an export that say something of the dataset. */
final class DescriptionOptions {
    private static final String ENV_SPEC = "--env-spec";
    private static final String METADATA = "--metadata";
    private static final String NAMESPACE = "--namespace-metadata";

    private static final List<Map.Entry<String, String>> TEXTS = List.of(
            Map.entry("--code-permalink", MinariDescription.CODE_PERMALINK),
            Map.entry("--algorithm", MinariDescription.ALGORITHM),
            Map.entry("--description", MinariDescription.DESCRIPTION));
    private static final List<Map.Entry<String, String>> LISTS = List.of(
            Map.entry("--author", MinariDescription.AUTHOR),
            Map.entry("--author-email", MinariDescription.AUTHOR_EMAIL),
            Map.entry("--requirements", MinariDescription.REQUIREMENTS));

    private DescriptionOptions() {}

    static List<DatasetOption> all() {
        return List.of(
                DatasetOption.texts("--author", "NAME", "Who made the dataset; may be given more than once."),
                DatasetOption.texts("--author-email", "ADDRESS", "How to reach them; may be given more than once."),
                DatasetOption.text("--code-permalink", "URL", "Address of the code that made it, of one version."),
                DatasetOption.text(
                        "--algorithm", "NAME", "Who acted (default: the policy, where all episodes have the same)."),
                DatasetOption.texts(
                        "--requirements",
                        "REQUIREMENT",
                        "What pip must install to make the environment, for example 'mujoco>=3.1,<3.2'; may be given"
                                + " more than once."),
                DatasetOption.path(
                        ENV_SPEC,
                        "FILE",
                        "JSON of Gymnasium's EnvSpec, as env.spec.to_json() gives it, for recover_environment."),
                DatasetOption.text("--description", "TEXT", "What the dataset is."),
                DatasetOption.texts(
                        METADATA,
                        "KEY=VALUE",
                        "Further metadata of the dataset, a number, true, false or a text; may be given more than"
                                + " once."),
                DatasetOption.texts(
                        NAMESPACE,
                        "KEY=VALUE",
                        "Metadata of the dataset's namespace, for example description=...; may be given more than"
                                + " once."));
    }

    /**
     * What was given.
     *
     * @throws IllegalArgumentException when a value is none, or the file cannot be read
     */
    static MinariDescription description(DatasetArguments asked) {
        Map<String, Object> dataset = pairs(METADATA, asked);
        for (Map.Entry<String, String> text : TEXTS) {
            asked.find(text.getKey()).ifPresent(given -> dataset.put(text.getValue(), given));
        }
        for (Map.Entry<String, String> list : LISTS) {
            List<String> given = asked.texts(list.getKey());
            if (!given.isEmpty()) {
                dataset.put(list.getValue(), given);
            }
        }
        asked.find(ENV_SPEC).ifPresent(file -> dataset.put(MinariDescription.ENV_SPEC, read(Path.of(file))));
        return new MinariDescription(dataset, pairs(NAMESPACE, asked));
    }

    private static Map<String, Object> pairs(String option, DatasetArguments asked) {
        Map<String, Object> pairs = new LinkedHashMap<>();
        for (String given : asked.texts(option)) {
            int equals = given.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(option + " '" + given + "' is no KEY=VALUE");
            }
            pairs.put(given.substring(0, equals), DescriptionJson.value(given.substring(equals + 1)));
        }
        return pairs;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new IllegalArgumentException(ENV_SPEC + " " + file + " cannot be read as text", e);
        }
    }
}
