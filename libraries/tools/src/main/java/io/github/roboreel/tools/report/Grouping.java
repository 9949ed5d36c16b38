package io.github.roboreel.tools.report;

import io.github.roboreel.recordings.folder.EpisodeLine;
import java.util.Collection;
import java.util.function.Function;

/** Grouping of episodes into the rows of the summary. */
public enum Grouping {
    /** A row per env, RoboLab's default. */
    TASK("Task", "task"),
    /** A row per attribute, below the ability it belongs to; an episode is in several rows. */
    ATTRIBUTES("Attribute", "attribute"),
    /** Simple, moderate, complex. */
    DIFFICULTY("Difficulty", "level"),
    /** A row per task, a column per instruction type. */
    INSTRUCTION_TYPE("Task", "task"),
    /** A row per task: which wrong objects were grabbed. */
    WRONG_OBJECTS("Task", "task"),
    /** A row per policy. */
    POLICY("Policy", "policy"),
    /** A row per scene. */
    SCENE("Scene", "scene"),
    /** A row per value of an attribute that the recorder's user gave the episodes. */
    EPISODE_ATTRIBUTE("Attribute", "value");

    private final String header;
    private final String noun;

    Grouping(String header, String noun) {
        this.header = header;
        this.noun = noun;
    }

    String header() {
        return header;
    }

    /**
     * Whether the rows of these episodes say more than their total, which one group of all does not; by task always.
     */
    public boolean hasContent(Collection<? extends ReportedEpisode> episodes) {
        return switch (this) {
            case TASK -> true;
            case ATTRIBUTES ->
                episodes.stream().anyMatch(e -> !e.line().attributes().isEmpty());
            case EPISODE_ATTRIBUTE ->
                episodes.stream().anyMatch(e -> !e.line().episodeAttributes().isEmpty());
            case WRONG_OBJECTS ->
                episodes.stream().anyMatch(e -> !e.wrongObjects().isEmpty());
            case DIFFICULTY -> haveSeveral(episodes, Groups::levelOf);
            case INSTRUCTION_TYPE ->
                haveSeveral(episodes, line -> line.instructionType().orElse(""));
            case POLICY -> haveSeveral(episodes, line -> line.policy().orElse(""));
            case SCENE -> haveSeveral(episodes, line -> line.text("scene").orElse(""));
        };
    }

    private static boolean haveSeveral(
            Collection<? extends ReportedEpisode> episodes, Function<EpisodeLine, String> valueOf) {
        return episodes.stream()
                        .map(ReportedEpisode::line)
                        .map(valueOf)
                        .distinct()
                        .limit(2)
                        .count()
                == 2;
    }

    /** "TOTAL (3 tasks)". */
    String totalLabel(int groups) {
        String plural = noun.endsWith("y") ? noun.replaceAll("y$", "ies") : noun + "s";
        return "TOTAL (" + groups + " " + (groups == 1 ? noun : plural) + ")";
    }
}
