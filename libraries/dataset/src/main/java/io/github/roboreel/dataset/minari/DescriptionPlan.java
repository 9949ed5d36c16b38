package io.github.roboreel.dataset.minari;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.dataset.DatasetSurvey;
import io.github.roboreel.format.fault.Sentence;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a dataset says of itself: what was given; else what the dataset said that the episodes were imported from; else
 * what follows from them.
 */
final class DescriptionPlan {
    private final Map<String, Object> given;
    private final Map<String, Object> values = new LinkedHashMap<>();
    private final Set<String> defaults = new LinkedHashSet<>();
    private final List<String> notes = new ArrayList<>();

    private DescriptionPlan(Map<String, Object> given) {
        this.given = given;
    }

    /** For these episodes. */
    static DescriptionPlan of(MinariDescription given, DatasetSurvey survey, EpisodeTraits traits) {
        DescriptionPlan plan = new DescriptionPlan(given.dataset());
        plan.keep(traits.descriptions());
        plan.values.putAll(given.dataset());
        plan.addDefault(
                MinariDescription.DESCRIPTION,
                Optional.of("Episodes of " + String.join(", ", survey.envNames()) + ", recorded by RoboReel"));
        plan.addDefault(MinariDescription.ALGORITHM, traits.commonPolicy());
        return plan;
    }

    /** What all of them say alike. */
    private void keep(Collection<Map<String, Object>> descriptions) {
        Set<String> keys = new TreeSet<>();
        descriptions.forEach(description -> keys.addAll(description.keySet()));
        keys.removeAll(given.keySet());
        Set<String> unlike = new TreeSet<>();
        for (String key : keys) {
            List<Object> said = descriptions.stream()
                    .filter(d -> d.containsKey(key))
                    .map(d -> d.get(key))
                    .toList();
            if (said.size() < descriptions.size() || Set.copyOf(said).size() > 1) {
                unlike.add(key);
            } else if (MinariDescription.isEnvSpec(key)
                    && !MinariDescription.isWhole(said.get(0).toString())) {
                notes.add(Sentence.of(
                        "'%s' of the imported dataset is left out, since Gymnasium 1.0 does not read it", key));
            } else {
                values.put(key, said.get(0));
            }
        }
        if (!unlike.isEmpty()) {
            notes.add(Sentence.of(
                    "%s of the dataset is left out, since not all episodes come from datasets that say the same",
                    String.join(", ", unlike)));
        }
    }

    private void addDefault(String key, Optional<String> value) {
        if (!values.containsKey(key)) {
            value.ifPresent(text -> {
                values.put(key, text);
                defaults.add(key);
            });
        }
    }

    /** Writes it into new metadata, noting in {@code ours} what was not given. */
    void into(ObjectNode root, ObjectNode ours) {
        DescriptionJson.into(root, values);
        defaults.forEach(ours.putArray(DescriptionJson.DEFAULTS)::add);
    }

    /** Adds what was given to metadata that are there, and takes back an algorithm that not all episodes have. */
    void addTo(ObjectNode root) {
        Map<String, Object> old = DescriptionJson.of(root);
        boolean hadDefault = root.has(MinariDescription.ALGORITHM) && !old.containsKey(MinariDescription.ALGORITHM);
        String algorithm = root.path(MinariDescription.ALGORITHM).asText();
        if (hadDefault && !algorithm.equals(values.get(MinariDescription.ALGORITHM))) {
            root.remove(MinariDescription.ALGORITHM);
        }
        Map<String, Object> joined = new LinkedHashMap<>();
        given.forEach((key, value) -> joined.put(key, isOfPeople(key) ? union(old.get(key), value) : value));
        DescriptionJson.into(root, joined);
        noteGiven(root, joined.keySet());
    }

    /** What was given is no default any more; datasets of before do not say which of theirs are. */
    private static void noteGiven(ObjectNode root, Set<String> keys) {
        ObjectNode ours = root.withObjectProperty(DatasetMetadata.OURS);
        List<String> defaults = new ArrayList<>();
        if (ours.has(DescriptionJson.DEFAULTS)) {
            ours.get(DescriptionJson.DEFAULTS).forEach(key -> defaults.add(key.asText()));
        } else {
            defaults.add(MinariDescription.DESCRIPTION);
        }
        defaults.removeAll(keys);
        defaults.forEach(ours.putArray(DescriptionJson.DEFAULTS)::add);
    }

    private static boolean isOfPeople(String key) {
        return key.equals(MinariDescription.AUTHOR) || key.equals(MinariDescription.AUTHOR_EMAIL);
    }

    private static Object union(Object old, Object added) {
        Set<Object> all = new LinkedHashSet<>();
        for (Object list : new Object[] {old, added}) {
            if (list instanceof List<?> texts) {
                all.addAll(texts);
            }
        }
        return List.copyOf(all);
    }

    /** The texts that Minari 0.4 looks for in the attributes of its file. */
    Map<String, Object> oldAttributes() {
        Map<String, Object> texts = new LinkedHashMap<>();
        for (String key : MinariDescription.OLD_TEXTS) {
            Object value = values.get(key);
            if (value instanceof List<?> people) {
                texts.put(
                        key,
                        String.join(", ", people.stream().map(Object::toString).toList()));
            } else if (value != null) {
                texts.put(key, value);
            }
        }
        return texts;
    }

    List<String> notes() {
        return List.copyOf(notes);
    }
}
