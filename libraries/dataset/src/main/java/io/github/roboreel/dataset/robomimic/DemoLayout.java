package io.github.roboreel.dataset.robomimic;

import io.github.roboreel.dataset.DatasetSurvey;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.FieldInfo;
import io.github.roboreel.dataset.RewardPolicy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which recorded array goes where in a demo.
 *
 * @param copies arrays that are copied as they are
 * @param nextObs observations of which {@code next_obs} is made; empty when it cannot be
 * @param rewards recorded ones that become {@code rewards}; empty when those are made
 * @param derivesDones whether {@code dones} is made from the ending; else it was recorded
 * @param heaviest the one of {@code actions} and {@code obs} that takes longest to copy
 */
record DemoLayout(
        List<Copy> copies, List<Copy> nextObs, Optional<FieldInfo> rewards, boolean derivesDones, String heaviest) {
    static final String ACTIONS = "actions";
    static final String REWARDS = "rewards";
    static final String DONES = "dones";
    static final String OBS = "obs/";
    static final String NEXT_OBS = "next_obs/";
    static final String FINAL_OBS = "final_obs/";

    /** An array of the recording and its path in the demo. */
    record Copy(FieldInfo field, String target) {
        /** Whether it must have a row for every step. */
        boolean isPerStep() {
            return field.path().equals(ACTIONS) || field.path().startsWith(OBS);
        }

        /** Where the observation after the last action is recorded. */
        String finalPath() {
            return "final_" + field.path();
        }
    }

    /**
     * For these episodes.
     *
     * @param withNextObs whether {@code next_obs} is made where it can be
     * @throws ExportRefusedException when there are no actions, or two arrays would have one name, or one would be
     *     below another
     */
    static DemoLayout of(DatasetSurvey survey, RewardPolicy reward, boolean withNextObs) {
        Map<String, FieldInfo> fields = survey.fields();
        if (!fields.containsKey(ACTIONS)) {
            throw new ExportRefusedException(
                    "the episodes have no array 'actions', which robomimic needs; export others");
        }
        List<Copy> obs = observations(survey);
        List<Copy> nextObs = withNextObs && hasFinal(survey, obs) ? obs : List.of();
        Set<String> moved = Stream.concat(obs.stream().map(c -> c.field().path()), finalPaths(nextObs))
                .collect(Collectors.toSet());
        if (reward == RewardPolicy.RECORDED) {
            moved.add(REWARDS);
        }
        List<Copy> copies = new ArrayList<>();
        for (FieldInfo field : fields.values()) {
            String path = field.path();
            if (!moved.contains(path) && !LongAttributes.isOne(path)) {
                copies.add(new Copy(field, path.equals(REWARDS) ? "recorded/rewards" : path));
            }
        }
        copies.addAll(obs);
        Optional<FieldInfo> rewards = Optional.ofNullable(fields.get(REWARDS)).filter(f -> moved.contains(REWARDS));
        DemoLayout layout = new DemoLayout(copies, nextObs, rewards, !fields.containsKey(DONES), heaviest(copies));
        requireDistinct(copies);
        requireApart(layout.targets());
        return layout;
    }

    private static Stream<String> finalPaths(List<Copy> nextObs) {
        return nextObs.stream().map(Copy::finalPath);
    }

    /** robomimic's names have no slash: the last part of the path, where it tells them apart. */
    private static List<Copy> observations(DatasetSurvey survey) {
        List<FieldInfo> fields = survey.below("obs");
        List<String> names = fields.stream().map(FieldInfo::name).toList();
        return fields.stream()
                .map(field -> {
                    boolean unique = names.indexOf(field.name()) == names.lastIndexOf(field.name());
                    String whole = field.path().substring(OBS.length()).replace('/', '_');
                    return new Copy(field, OBS + (unique ? field.name() : whole));
                })
                .toList();
    }

    /** Recorded {@code next_obs} are kept as they are. */
    private static boolean hasFinal(DatasetSurvey survey, List<Copy> obs) {
        return survey.below("next_obs").isEmpty()
                && survey.hasFinalObservations()
                && obs.stream().allMatch(copy -> hasFinal(survey, copy.field()));
    }

    private static boolean hasFinal(DatasetSurvey survey, FieldInfo field) {
        FieldInfo last = survey.fields().get("final_" + field.path());
        return last != null && last.dtype() == field.dtype() && last.rowShape().equals(field.rowShape());
    }

    private static void requireDistinct(List<Copy> copies) {
        Set<String> targets = new HashSet<>();
        for (Copy copy : copies) {
            if (!targets.add(copy.target())) {
                throw new ExportRefusedException(
                        "'%s' would be the second array called '%s' in a robomimic file; record it under "
                                + "another name",
                        copy.field().path(), copy.target());
            }
        }
    }

    /** An array cannot be a group as well. */
    private static void requireApart(List<String> targets) {
        Set<String> arrays = Set.copyOf(targets);
        for (String target : targets) {
            for (int at = target.indexOf('/'); at >= 0; at = target.indexOf('/', at + 1)) {
                if (arrays.contains(target.substring(0, at))) {
                    throw new ExportRefusedException(
                            "'%s' cannot be stored in a robomimic file, where '%s' is an array; record "
                                    + "it under another name",
                            target, target.substring(0, at));
                }
            }
        }
    }

    private static String heaviest(List<Copy> copies) {
        return copies.stream()
                .filter(Copy::isPerStep)
                .max(Comparator.comparingInt(copy -> copy.field().rowBytes()))
                .orElseThrow()
                .target();
    }

    /** Everything a demo holds, in the order in which it is written. */
    List<String> targets() {
        Stream<String> next = nextObs.stream().map(DemoLayout::nextObs);
        Stream<String> dones = derivesDones ? Stream.of(DONES) : Stream.empty();
        Stream<String> copied = copies.stream().map(Copy::target);
        return Stream.of(copied, next, Stream.of(REWARDS), dones)
                .flatMap(s -> s)
                .toList();
    }

    /** What is known of the elements of the arrays, by path below the demo. */
    Map<String, Object> signals(DatasetSurvey survey) {
        Map<String, Object> signals = new LinkedHashMap<>();
        copies.forEach(copy -> signals.put(copy.target(), copy.field().signal().map()));
        nextObs.forEach(copy -> signals.put(
                nextObs(copy), survey.fields().get(copy.finalPath()).signal().map()));
        rewards.ifPresent(recorded -> signals.put(REWARDS, recorded.signal().map()));
        signals.values().removeIf(said -> ((Map<?, ?>) said).isEmpty());
        return signals;
    }

    /** Path of the observations after each action, below the demo. */
    static String nextObs(Copy copy) {
        return NEXT_OBS + copy.target().substring(OBS.length());
    }

    /** What the reader of the file should know of it, a sentence each. */
    List<String> notes(DatasetSurvey survey) {
        List<String> notes = survey.notes();
        if (survey.below("obs").isEmpty()) {
            notes.add("the episodes have no observations (obs/...), so the file has none");
        } else if (nextObs.isEmpty() && survey.below("next_obs").isEmpty() && !hasFinal(survey, observations(survey))) {
            notes.add("there is no next_obs, because not every episode has the observation after its"
                    + " last action (final_obs); train with load_next_obs=False");
        }
        for (Copy copy : copies) {
            if (!copy.target().equals(copy.field().path())) {
                notes.add("'" + copy.field().path() + "' is called '" + copy.target() + "'");
            }
        }
        return notes;
    }
}
