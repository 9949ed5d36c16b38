package io.github.roboreel.dataset.robomimic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.dataset.DatasetSurvey;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.FieldInfo;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.format.DType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DemoLayoutTest {
    private static final List<Long> SHAPE = List.of(3L);

    @Test
    void finalObservationsBecomeNextOnes() {
        DemoLayout layout = layout("actions", "states/x", "obs/q", "final_obs/q");
        assertEquals(List.of("actions", "states/x", "obs/q", "next_obs/q", "rewards", "dones"), layout.targets());
        assertEquals(List.of(), layout.notes(survey("actions", "obs/q", "final_obs/q")));
    }

    @Test
    void nextObservationsCanBeLeftOut_andTheLastOnesStayAsRecorded() {
        DatasetSurvey survey = survey("actions", "obs/q", "final_obs/q");
        DemoLayout layout = DemoLayout.of(survey, RewardPolicy.SUCCESS, false);
        assertEquals(List.of("actions", "final_obs/q", "obs/q", "rewards", "dones"), layout.targets());
        assertEquals(List.of(), layout.notes(survey));
    }

    @Test
    void oneMissingFinalObservationLeavesThemAllAsRecorded() {
        DemoLayout layout = layout("actions", "obs/q", "obs/v", "final_obs/q");
        assertEquals(List.of("actions", "final_obs/q", "obs/q", "obs/v", "rewards", "dones"), layout.targets());
    }

    @Test
    void aFinalObservationWithoutAnObservationOfItsNameIsKept() {
        DemoLayout layout = layout("actions", "obs/q", "final_obs/q", "final_obs/goal");
        assertEquals(List.of("actions", "final_obs/goal", "obs/q", "next_obs/q", "rewards", "dones"), layout.targets());
    }

    /** The file has 'rewards' and 'dones' of its own, which cannot be groups. */
    @Test
    void anArrayBelowAnArrayIsRefused() {
        for (String path : List.of("rewards/total", "dones/left")) {
            String message = assertThrows(ExportRefusedException.class, () -> layout("actions", "obs/q", path))
                    .getMessage();
            assertTrue(message.startsWith("'" + path + "' cannot be stored"), message);
        }
    }

    @Test
    void recordedNextObservationsAndDonesAreKept() {
        DemoLayout layout = layout("actions", "obs/q", "final_obs/q", "next_obs/q", "dones");
        assertEquals(List.of("actions", "final_obs/q", "next_obs/q", "dones", "obs/q", "rewards"), layout.targets());
    }

    @Test
    void namesGetTheirGroupWhereTheyNeedIt() {
        DemoLayout layout = layout("actions", "obs/left/q", "obs/right/q", "obs/left/v");
        assertEquals(
                List.of("actions", "obs/left_q", "obs/right_q", "obs/v"),
                layout.targets().subList(0, 4));
        List<String> notes = layout.notes(survey("actions", "obs/left/q", "obs/right/q", "obs/left/v"));
        assertTrue(notes.contains("'obs/left/q' is called 'obs/left_q'"), notes.toString());
    }

    @Test
    void twoArraysOfOneNameAreRefused() {
        ExportRefusedException e =
                assertThrows(ExportRefusedException.class, () -> layout("actions", "obs/a/q", "obs/b/q", "obs/a_q"));
        assertTrue(e.getMessage().contains("second array called 'obs/a_q'"), e.getMessage());
    }

    @Test
    void withoutActionsNothingIsExported() {
        assertThrows(ExportRefusedException.class, () -> layout("obs/q"));
    }

    private static DemoLayout layout(String... paths) {
        return DemoLayout.of(survey(paths), RewardPolicy.SUCCESS, true);
    }

    private static DatasetSurvey survey(String... paths) {
        Map<String, FieldInfo> fields = new LinkedHashMap<>();
        long finalObservations = 0;
        for (String path : paths) {
            fields.put(path, new FieldInfo(path, DType.FLOAT32, SHAPE, ""));
            finalObservations = path.startsWith("final_obs/") ? 1 : finalObservations;
        }
        DatasetSurvey.Counts counts = new DatasetSurvey.Counts(1, 10, finalObservations);
        return new DatasetSurvey(counts, fields, Map.of(), List.of("Env"), List.of(), List.of());
    }
}
