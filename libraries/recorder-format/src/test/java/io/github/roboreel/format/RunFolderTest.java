package io.github.roboreel.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Optional;
import java.util.OptionalInt;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RunFolderTest {
    @Property
    void aRunIsFoundInTheNamesThatAreMadeOfIt(
            @ForAll @IntRange(min = 0, max = RunFileName.LAST_RUN) int run,
            @ForAll @IntRange(min = 0, max = 99_999) int env) {
        assertEquals(OptionalInt.of(run), RunFolder.runOf(RunFolder.runFile(run)));
        assertEquals(RunFolder.stagingFile(run), RunFolder.stagingOf(RunFolder.runFile(run)));
        assertEquals(
                run,
                RunFileName.parse(RunFolder.logFile(run, env)).orElseThrow().run());
        assertTrue(RunFolder.tracesOf(run).matcher(RunFolder.logFile(run, env)).matches());
        assertTrue(
                RunFolder.tracesOf(run).matcher(RunFolder.liveLogFile(run, env)).matches());
        assertEquals(Optional.empty(), RunFileName.parse(RunFolder.liveLogFile(run, env)));
        assertEquals(OptionalInt.of(env), DemoPaths.demoNumber(DemoPaths.demo(env)));
    }

    @Test
    void otherFilesBelongToNoRun() {
        assertEquals(OptionalInt.empty(), RunFolder.runOf("log_3_env0.json"));
        assertEquals(OptionalInt.empty(), RunFolder.runOf("run_3.hdf5.creating"));
        assertEquals(OptionalInt.empty(), RunFolder.runOf("run_1234567890.hdf5"));
        assertEquals(OptionalInt.empty(), DemoPaths.demoNumber("demo_1x"));
    }

    @Test
    void tracesLeadToTheirRunFile() {
        Path folder = Path.of("out", "WaveTask");
        for (String trace :
                new String[] {"run_7.staging", "run_7.hdf5", "run_7.hdf5.compacting", "run_7.hdf5.before-recovery"}) {
            assertEquals(Optional.of(folder.resolve("run_7.hdf5")), RunFolder.runFileOf(folder.resolve(trace)), trace);
        }
        assertEquals(Optional.empty(), RunFolder.runFileOf(folder.resolve("run_7.hdf5.salvaged")));
    }

    @Test
    void videosOfARunAreNotThoseOfAnother() {
        assertTrue(RunFolder.unfinishedVideosOf(1)
                .matcher("pick_1_env0_viewport.recording.mp4")
                .matches());
        assertTrue(RunFolder.tracesOf(1).matcher("pick\nup_1.mp4").matches());
        assertFalse(RunFolder.tracesOf(1).matcher("pick_11_env0.mp4").matches());
    }

    @Test
    void asideNamesAreKnownAgain() {
        LocalDateTime noon = LocalDateTime.of(2026, 3, 1, 12, 0, 5);
        assertEquals("replaced-run_4-20260301-120005", RunFolder.replacedRun(4, noon));
        assertTrue(RunFolder.isSetAside(RunFolder.aside(RunFolder.RUN_COMPLETE, RunFolder.BEFORE, noon)));
        assertTrue(RunFolder.isTornLine(RunFolder.aside(RunFolder.RESULTS_STEM, RunFolder.TORN, noon)));
        assertFalse(RunFolder.isSetAside(RunFolder.RESULTS));
    }

    @Test
    void rowsBeforeAndAfterTheStepsHaveTheirDatasetsNames() {
        assertEquals("initial_state/articulation/robot/x", DemoPaths.initialOf("states/articulation/robot/x"));
        assertEquals("final_obs/wrist_camera", DemoPaths.finalOf("obs/wrist_camera"));
        assertEquals("obs/wrist_camera", DemoPaths.obsOf("final_obs/wrist_camera"));
        assertEquals("actions", DemoPaths.obsOf(DemoPaths.ACTIONS));
        assertFalse(DemoPaths.isIn(DemoPaths.OBS, "obs"));
        assertFalse(DemoPaths.isIn(DemoPaths.OBS, "observed/x"));
    }
}
