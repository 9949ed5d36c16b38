package io.github.roboreel.tasks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A step on which nothing happens makes no garbage. */
class JudgeAllocationTest {
    private static final int STEPS = 100_000;

    /** What the measuring itself may cost; a single object per step would be 1.6 MB. */
    private static final long TOLERATED_BYTES = 4096;

    @Test
    void anUneventfulStepAllocatesNothing() {
        ScriptedScene scene = new ScriptedScene("tea", "box", "can");
        EpisodeJudge judge = new EpisodeJudge(rules());
        judge.reset(scene);
        run(judge, scene);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long self = Thread.currentThread().getId();
        long before = threads.getThreadAllocatedBytes(self);
        run(judge, scene);
        long allocated = threads.getThreadAllocatedBytes(self) - before;
        assertTrue(allocated <= TOLERATED_BYTES, STEPS + " steps allocated " + allocated + " bytes");
    }

    private static void run(EpisodeJudge judge, Scene scene) {
        for (int step = 1; step <= STEPS; step++) {
            assertEquals(0, judge.update(scene, step).size());
        }
    }

    /** One group per condition, each waiting for it. */
    private static TaskRules rules() {
        List<Condition> conditions = List.of(
                Conditions.objectGrabbed("tea"),
                Conditions.objectPlacedInContainer("tea", "box"),
                related("object_on_top"),
                related("object_placed_on_top"),
                related("object_above"),
                related("object_in_front_of"),
                related("object_next_to"),
                Conditions.create("stacked", Map.of("objects", List.of("tea", "box", "can"))));
        List<Stage> stages = conditions.stream().map(Stage::of).toList();
        return new TaskRules(
                List.of(Subtask.all("wait", new ObjectGroup("tea", stages))),
                List.of(),
                List.of("tea", "can"),
                EventThresholds.DEFAULT);
    }

    private static Condition related(String function) {
        Map<String, Object> arguments = new LinkedHashMap<>();
        arguments.put("object", "tea");
        arguments.put("reference_object", "box");
        return Conditions.create(function, arguments);
    }
}
