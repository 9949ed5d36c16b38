package io.github.roboreel.tools.report;

import io.github.roboreel.recordings.folder.EpisodeLine;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** Puts episodes into the named groups of a summary, in the order of its rows. */
final class Groups {
    private static final List<String> LEVELS = List.of("simple", "moderate", "complex");

    /** RoboLab's benchmark: which ability an attribute tests. */
    private static final Map<String, List<String>> ABILITIES = abilities();

    private static final String INDENT = "  ";

    private Groups() {}

    private static Map<String, List<String>> abilities() {
        Map<String, List<String>> abilities = new LinkedHashMap<>();
        abilities.put("visual", List.of("color", "semantics", "size"));
        abilities.put("relational", List.of("conjunction", "counting", "spatial"));
        abilities.put("procedural", List.of("affordance", "reorientation", "sorting", "stacking"));
        return abilities;
    }

    static Map<String, List<ScoredEpisode>> of(ReportOptions options, List<ScoredEpisode> episodes) {
        return switch (options.grouping()) {
            case TASK, INSTRUCTION_TYPE, WRONG_OBJECTS -> byTask(episodes);
            case POLICY -> byName(episodes, ScoredEpisode::policy);
            case SCENE -> byName(episodes, ScoredEpisode::scene);
            case DIFFICULTY -> byDifficulty(episodes);
            case ATTRIBUTES -> byAttributes(episodes);
            case EPISODE_ATTRIBUTE -> byEpisodeAttribute(options.attribute(), episodes);
        };
    }

    /** How many of the groups an attribute or the like made, not an ability that holds several. */
    static int count(Map<String, List<ScoredEpisode>> groups) {
        return (int) groups.keySet().stream()
                .filter(name -> !ABILITIES.containsKey(name))
                .count();
    }

    static Map<String, List<ScoredEpisode>> byTask(List<ScoredEpisode> episodes) {
        return byName(episodes, ScoredEpisode::task);
    }

    private static Map<String, List<ScoredEpisode>> byName(
            List<ScoredEpisode> episodes, Function<ScoredEpisode, String> name) {
        Map<String, List<ScoredEpisode>> groups = new TreeMap<>();
        episodes.forEach(e ->
                groups.computeIfAbsent(name.apply(e), n -> new ArrayList<>()).add(e));
        return groups;
    }

    private static Map<String, List<ScoredEpisode>> byEpisodeAttribute(String name, List<ScoredEpisode> episodes) {
        if (!episodes.isEmpty()) {
            EpisodeFilter.requireAttribute(name, episodes);
        }
        return byName(episodes, e -> e.line().episodeAttribute(name).orElse(ScoredEpisode.NO_VALUE));
    }

    /** How difficult its task is. */
    static String levelOf(EpisodeLine line) {
        return LEVELS.stream().filter(line.attributes()::contains).findFirst().orElse(ScoredEpisode.NO_VALUE);
    }

    private static Map<String, List<ScoredEpisode>> byDifficulty(List<ScoredEpisode> episodes) {
        Map<String, List<ScoredEpisode>> groups = new LinkedHashMap<>();
        LEVELS.forEach(level -> addGroup(groups, level, with(episodes, Set.of(level))));
        List<ScoredEpisode> rest = episodes.stream()
                .filter(e -> LEVELS.stream().noneMatch(e.line().attributes()::contains))
                .toList();
        addGroup(groups, ScoredEpisode.NO_VALUE, rest);
        return groups;
    }

    /** Difficulties, abilities with their attributes below, other attributes, none. */
    private static Map<String, List<ScoredEpisode>> byAttributes(List<ScoredEpisode> episodes) {
        Set<String> others = new TreeSet<>();
        episodes.forEach(e -> others.addAll(e.line().attributes()));
        Map<String, List<ScoredEpisode>> groups = new LinkedHashMap<>();
        for (String level : LEVELS) {
            addGroup(groups, level, with(episodes, Set.of(level)));
            others.remove(level);
        }
        ABILITIES.forEach((ability, attributes) -> {
            Set<String> members = new LinkedHashSet<>(attributes);
            members.add(ability);
            addGroup(groups, ability, with(episodes, members));
            for (String attribute : attributes) {
                addGroup(groups, INDENT + attribute, with(episodes, Set.of(attribute)));
            }
            others.removeAll(members);
        });
        others.forEach(attribute -> addGroup(groups, attribute, with(episodes, Set.of(attribute))));
        addGroup(
                groups,
                ScoredEpisode.NO_VALUE,
                episodes.stream().filter(e -> e.line().attributes().isEmpty()).toList());
        return groups;
    }

    private static List<ScoredEpisode> with(List<ScoredEpisode> episodes, Collection<String> attributes) {
        return episodes.stream()
                .filter(e -> e.line().attributes().stream().anyMatch(attributes::contains))
                .toList();
    }

    private static void addGroup(Map<String, List<ScoredEpisode>> groups, String name, List<ScoredEpisode> episodes) {
        if (!episodes.isEmpty()) {
            groups.put(name, episodes);
        }
    }
}
