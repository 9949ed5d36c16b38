package io.github.roboreel.dataset.minari;

import io.github.roboreel.dataset.ExportRefusedException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is said of a dataset and of its namespace beside what follows from the episodes. Values are texts, numbers,
 * booleans, or lists of texts.
 *
 * @param dataset by the keys of Minari's {@code metadata.json}
 * @param namespace by the keys of the {@code namespace_metadata.json} of the innermost namespace
 */
public record MinariDescription(Map<String, Object> dataset, Map<String, Object> namespace) {
    /** Who made the dataset: a list of texts. */
    public static final String AUTHOR = "author";

    /** How to reach them: a list of texts. */
    public static final String AUTHOR_EMAIL = "author_email";

    /** Address of the code that made it, of one version. */
    public static final String CODE_PERMALINK = "code_permalink";

    /** Who acted. */
    public static final String ALGORITHM = "algorithm_name";

    /** What must be installed to make the environment, as pip says it: a list of texts. */
    public static final String REQUIREMENTS = "requirements";

    /** Gymnasium's EnvSpec as the JSON that its {@code to_json} gives. */
    public static final String ENV_SPEC = "env_spec";

    /** What the dataset is, in a few sentences. */
    public static final String DESCRIPTION = "description";

    /** Nothing is said. */
    public static final MinariDescription NONE = new MinariDescription(Map.of(), Map.of());

    /** Likewise an EnvSpec, of the environment that policies are evaluated in. */
    static final String EVAL_ENV_SPEC = "eval_env_spec";

    /** What Minari 0.4 keeps in the attributes of its file, each as one text. */
    static final List<String> OLD_TEXTS =
            List.of(AUTHOR, AUTHOR_EMAIL, CODE_PERMALINK, ALGORITHM, ENV_SPEC, EVAL_ENV_SPEC);

    private static final Set<String> LISTS = Set.of(AUTHOR, AUTHOR_EMAIL, REQUIREMENTS);
    private static final Set<String> TEXTS = Set.of(CODE_PERMALINK, ALGORITHM, ENV_SPEC, EVAL_ENV_SPEC, DESCRIPTION);

    /** What follows from the episodes and their storage. */
    private static final Set<String> RESERVED = Set.of(
            DatasetMetadata.DATA_FORMAT,
            DatasetMetadata.DATASET_ID,
            DatasetMetadata.MINARI_VERSION,
            DatasetMetadata.OBSERVATION_SPACE,
            DatasetMetadata.ACTION_SPACE,
            DatasetMetadata.TOTAL_EPISODES,
            DatasetMetadata.TOTAL_STEPS,
            DatasetMetadata.SIZE,
            DatasetMetadata.OURS,
            "combined_datasets",
            "jpeg_encoding");

    /**
     * Copies the maps, keeping their order.
     *
     * @throws ExportRefusedException when Minari would not take a value, or the key is written by the export itself
     */
    public MinariDescription {
        dataset = Collections.unmodifiableMap(new LinkedHashMap<>(dataset));
        namespace = Collections.unmodifiableMap(new LinkedHashMap<>(namespace));
        dataset.forEach(MinariDescription::require);
    }

    private static void require(String key, Object value) {
        if (RESERVED.contains(key)) {
            throw new ExportRefusedException(
                    "'%s' of a dataset's metadata is written by the export itself; choose another key", key);
        }
        if (!isTaken(key, value)) {
            throw new ExportRefusedException(
                    "'%s' of a dataset's metadata must be %s, but is %s",
                    key, (LISTS.contains(key) ? "a list of texts" : "a text"), value);
        }
        if (isEnvSpec(key) && !isWhole((String) value)) {
            throw new ExportRefusedException(
                    "'%s' is no EnvSpec that Gymnasium reads: JSON with 'id' and 'additional_wrappers', as "
                            + "env.spec.to_json() gives it",
                    key);
        }
    }

    /** Whether the export does not write that key itself, and Minari takes such a value for it. */
    static boolean isFree(String key, Object value) {
        return !RESERVED.contains(key) && isTaken(key, value);
    }

    private static boolean isTaken(String key, Object value) {
        if (LISTS.contains(key)) {
            return value instanceof List<?> list && list.stream().allMatch(String.class::isInstance);
        }
        return !TEXTS.contains(key) || value instanceof String;
    }

    static boolean isList(String key) {
        return LISTS.contains(key);
    }

    static boolean isEnvSpec(String key) {
        return key.equals(ENV_SPEC) || key.equals(EVAL_ENV_SPEC);
    }

    /** Whether Gymnasium makes an EnvSpec of a text; Minari does not load a dataset where it does not. */
    static boolean isWhole(String envSpec) {
        return DescriptionJson.isObjectWith(envSpec, List.of("id", "additional_wrappers"));
    }
}
