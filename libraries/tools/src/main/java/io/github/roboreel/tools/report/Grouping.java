package io.github.roboreel.tools.report;

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

    /** "TOTAL (3 tasks)". */
    String totalLabel(int groups) {
        String plural = noun.endsWith("y") ? noun.replaceAll("y$", "ies") : noun + "s";
        return "TOTAL (" + groups + " " + (groups == 1 ? noun : plural) + ")";
    }
}
