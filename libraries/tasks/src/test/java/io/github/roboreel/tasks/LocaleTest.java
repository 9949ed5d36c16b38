package io.github.roboreel.tasks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.EpisodeEvent;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A recording is read by tools: its texts do not depend on the language of the machine. */
class LocaleTest {
    private static final String TOUCHED = "object_grabbed";

    private final Locale before = Locale.getDefault();
    private final ScriptedScene scene = new ScriptedScene("mug", "tea");
    private final Switches switches = new Switches();

    @BeforeEach
    void speakPersian() {
        Locale.setDefault(Locale.forLanguageTag("fa-IR"));
        assertEquals("۱", String.format("%d", 1), "this locale has digits of its own");
    }

    @AfterEach
    void restore() {
        Locale.setDefault(before);
    }

    @Test
    void eventsAndReasonsHaveAsciiDigits() {
        ObjectGroup group = new ObjectGroup(
                "tea", List.of(switches.stage(TOUCHED, "tea", 1), switches.stage("object_above", "tea", 1)));
        EpisodeJudge judge = new EpisodeJudge(TaskRules.of(Subtask.all("s", group)));
        judge.reset(scene);
        switches.set(TOUCHED, "tea", true);
        scene.speed("mug", 1).at("mug", 0.5, 0.125, 0.05);
        assertEquals(
                "success: object_grabbed(object='tea'). advanced 1 step(s) to step 1 for tea.",
                judge.update(scene, 1).get(0).info());
        switches.clear();
        scene.speed("mug", 0);
        assertEquals(
                List.of(
                        "Object bumped: 'mug' nudged 0.125m",
                        "failed: object_grabbed(object='tea'). regressing to step 0 for tea."),
                judge.update(scene, 2).stream().map(EpisodeEvent::info).toList());
        assertEquals("Incomplete subtask 's' 1/1: waiting for object_grabbed(object='tea')", judge.finalInfo());
        switches.set("object_above", "tea", true);
        assertEquals("Completed subtask 's' 1/1", judge.update(scene, 3).get(0).info());
    }

    @Test
    void refusalsHaveAsciiDigits() {
        Condition condition = switches.condition(TOUCHED, "tea");
        assertEquals(
                "The steps object_grabbed(object='tea') must hold are at least 1, given -12.",
                message(() -> new Stage(condition, 1, -12)));
        assertTrue(message(() -> new Stage(condition, -3, 1)).endsWith("given -3.0."));
        assertTrue(
                message(() -> Conditions.create(TOUCHED, Map.of("object", 45))).endsWith("given 45."));
    }

    private static String message(org.junit.jupiter.api.function.Executable call) {
        return assertThrows(IllegalArgumentException.class, call).getMessage();
    }
}
