package io.github.roboreel.dataset.minari;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is noted with an episode, by name: Long, Double, Boolean or String. Minari makes dictionaries of names with
 * slashes.
 */
final class EpisodeAttributes {
    private static final String OURS = "robolab/";

    /** Infos have T + 1 rows; exports without it have those that were recorded. */
    static final String INFOS_WITH_RESET = OURS + "infos_with_reset";

    /** Output folder, env folder and run file. */
    private static final int SOURCE_NAMES = 3;

    private EpisodeAttributes() {}

    /** Of an episode that gets this number. */
    static Map<String, Object> of(long number, EpisodeLayout layout, StepOutcomes outcomes, EpisodeFacts facts) {
        boolean dropped = layout.last() == EpisodeLayout.LastObservation.DROPPED;
        double[] rewards = outcomes.rewards();
        Map<String, Object> named = new LinkedHashMap<>();
        named.put(DatasetStorage.ID, number);
        named.put(DatasetStorage.TOTAL_STEPS, (long) rewards.length);
        facts.seed().ifPresent(seed -> named.put("seed", seed));
        named.putAll(ResetOptions.stored(facts));
        facts.success().ifPresent(success -> named.put("success", success));
        if (dropped) {
            named.put("dropped_last_step", true);
        } else {
            named.put("final_observation", layout.last().label());
        }
        named.put("rewards_source", layout.rewardsSource());
        named.put(INFOS_WITH_RESET, true);
        addStatistics(rewards, named);
        addOurs(facts, named);
        return named;
    }

    private static void addStatistics(double[] rewards, Map<String, Object> named) {
        double sum = Arrays.stream(rewards).sum();
        double mean = sum / rewards.length;
        double squares =
                Arrays.stream(rewards).map(r -> (r - mean) * (r - mean)).sum();
        named.put("rewards_sum", sum);
        named.put("rewards_mean", mean);
        named.put("rewards_std", Math.sqrt(squares / rewards.length));
        named.put("rewards_max", Arrays.stream(rewards).max().orElseThrow());
        named.put("rewards_min", Arrays.stream(rewards).min().orElseThrow());
    }

    private static void addOurs(EpisodeFacts facts, Map<String, Object> named) {
        named.put(OURS + "instruction", facts.instruction());
        facts.policy().ifPresent(policy -> named.put(OURS + "policy", policy));
        named.put(OURS + "env_name", facts.envName());
        named.put(OURS + "run", (long) facts.run());
        named.put(OURS + "env", (long) facts.env());
        named.put(OURS + "episode", (long) facts.episode());
        named.put(OURS + "source_file", sourceFile(facts.file()));
        named.put(OURS + "demo", facts.demo());
        named.put(OURS + "dt_seconds", facts.dtSeconds());
        named.put(OURS + "ending", facts.ending().label());
        if (facts.ending() == EpisodeFacts.Ending.INCOMPLETE) {
            named.put(OURS + "incomplete", true);
        }
        facts.score().ifPresent(score -> named.put(OURS + "score", score));
        facts.metrics().forEach((name, value) -> named.put(OURS + "metrics/" + name, value));
        facts.attributes().forEach((name, value) -> named.put(OURS + "attributes/" + name, value));
    }

    /** From the output folder on, so that nothing is said of the machine. */
    private static String sourceFile(Path file) {
        Path whole = file.toAbsolutePath().normalize();
        int names = whole.getNameCount();
        return whole.subpath(Math.max(0, names - SOURCE_NAMES), names).toString();
    }

    /**
     * Requires that all of them can be stored, and that names with slashes make dictionaries.
     *
     * @throws ExportRefusedException naming what does not
     */
    static void requireStorable(EpisodeFacts facts) {
        requireNestable(facts, facts.metrics().keySet());
        requireNestable(facts, facts.attributes().keySet());
        Map<String, Object> ours = new LinkedHashMap<>();
        addOurs(facts, ours);
        ours.forEach((name, value) -> {
            requireName(facts, name);
            if (value instanceof String text) {
                requireText(facts, name, text);
            }
        });
    }

    private static void requireNestable(EpisodeFacts facts, Set<String> names) {
        Set<String> sorted = new TreeSet<>(names);
        for (String name : sorted) {
            if (name.isEmpty() || name.startsWith("/") || name.endsWith("/") || name.contains("//")) {
                throw new ExportRefusedException(
                        "%s has an attribute named '%s', which cannot be stored; name it of parts joined by '/'",
                        facts.where(), name);
            }
            for (int slash = name.indexOf('/'); slash > 0; slash = name.indexOf('/', slash + 1)) {
                if (sorted.contains(name.substring(0, slash))) {
                    throw new ExportRefusedException(
                            "%s has the attributes '%s' and '%s', and Minari cannot read both; rename one",
                            facts.where(), name.substring(0, slash), name);
                }
            }
        }
    }

    /**
     * Requires that the name of an array or attribute can be stored.
     *
     * @throws ExportRefusedException when it has a NUL or a character beyond U+FFFF
     */
    static void requireName(EpisodeFacts facts, String name) {
        if (name.chars().anyMatch(c -> c == 0 || Character.isSurrogate((char) c))) {
            throw new ExportRefusedException(
                    "%s has the name '%s', but a name must have no NUL and no character beyond U+FFFF, "
                            + "such as an emoji; rename it",
                    facts.where(), name);
        }
    }

    private static void requireText(EpisodeFacts facts, String name, String text) {
        if (text.indexOf(0) >= 0 || !StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw new ExportRefusedException(
                    "%s has a NUL or half a surrogate pair in the text of '%s', which cannot be stored; remove it",
                    facts.where(), name);
        }
    }
}
