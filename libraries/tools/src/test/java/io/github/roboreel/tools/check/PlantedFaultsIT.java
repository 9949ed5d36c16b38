package io.github.roboreel.tools.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.metrics.MetricSettings;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.tools.Examples;
import io.github.roboreel.tools.RecordedFolder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Damages copies of folders in every way that {@code damage.py} knows and wants each named. */
class PlantedFaultsIT {
    /** Fault, file, place in it, what is wrong with it; all but the fault as the finding has it. */
    private static final String COMMON = """
            truncate               | run_0.hdf5 | | is truncated
            cut_to_a_stub          | run_0.hdf5 | |
            empty_file             | run_0.hdf5 | | is not an HDF5 file
            flip_in_chunk          | run_0.hdf5 | data/demo_1/actions | HDF5 could not read rows
            drop_line              | run_0.hdf5 | data/demo_1 | has no line in the results
            drop_results           | episode_results.jsonl | | is missing
            duplicate_line         | episode_results.jsonl | line 5 | repeats episode 1
            torn_line              | episode_results.jsonl | line 4 | is torn
            line_without_end       | episode_results.jsonl | | ends without a line's end
            garbage_line           | episode_results.jsonl | line 2 | is not JSON
            line_of_no_demo        | episode_results.jsonl | line 2 | run_0.hdf5 holds no demo_5
            other_success          | episode_results.jsonl | line 2, success | is true
            other_score            | episode_results.jsonl | line 2, score | is 0.25; run_0.hdf5 data/demo_1 ends with 0.5
            other_metric           | episode_results.jsonl | line 2, metrics.ee_path_length | differs from what the stored data give
            other_events           | episode_results.jsonl | line 2, events | "GRIPPER_FULLY_CLOSED":3
            other_steps            | episode_results.jsonl | line 2, episode_step | run_0.hdf5 data/demo_1 holds
            swap_demos             | episode_results.jsonl | line 1, episode_step | run_0.hdf5 data/demo_0 holds
            shorten                | run_0.hdf5 | data/demo_1/ee_pose/orientation | rows; num_samples is
            lose_dataset           | run_0.hdf5 | data/demo_1/ee_pose/position | is missing
            extra_demo             | run_0.hdf5 | data/demo_2 | is one too many: the run has 2 envs
            lose_demo              | episode_results.jsonl | line 2 | run_0.hdf5 holds no demo_1
            stray_group            | run_0.hdf5 | data/notes | is no demo
            other_num_samples      | run_0.hdf5 | data/demo_1/@num_samples | is 3;
            other_success_attribute| episode_results.jsonl | line 2, success | is false; run_0.hdf5 data/demo_1 says true
            other_total            | run_0.hdf5 | data@total | the demos hold
            nan                    | run_0.hdf5 | data/demo_1/ee_pose/position | holds NaN or infinity in 1 of
            long_quaternion        | run_0.hdf5 | data/demo_1/ee_pose/orientation | whose length is not 1 in 1 of
            lose_log               | log_0_env1.json | | is missing
            garbage_log            | log_0_env1.json | | is not JSON
            renamed_event          | log_0_env1.json | event 1 | has code 256 named GRIPPER_HIT_TABLE; expected GRIPPER_FULLY_CLOSED
            other_log_steps        | log_0_env1.json | final_step | is 7; the demo holds
            lose_config            | env_cfg.json | | is missing
            other_dt               | episode_results.jsonl | line 1, dt | env_cfg.json gives 0.0333
            """;

    private static final String CLEAN = COMMON + """
                    shorten_score  | run_0.hdf5 | data/demo_1/subtask | expected equal lengths
                    shifted_box    | run_0.hdf5 | data/demo_1/bbox/bbox_mm/banana | m off in row 4
                    late_event     | log_0_env1.json | event 3 | has step 5000
                    lose_run       | episode_results.jsonl | line 4 | run_1.hdf5
                    """;

    private static final String OURS = COMMON + """
                    shorten_score  | run_0.hdf5 | data/demo_1/subtask/score | has 38 rows; num_samples is 43
                    shifted_box    | run_0.hdf5 | data/demo_1/bbox/bbox_mm/box | 0.0200 m off in row 4
                    late_event     | log_0_env1.json | event 1 | has step 5000
                    lose_run       | run_1.hdf5 | | run_complete.json promises 2 runs
                    lose_video     | Wave_please_0_env1.mp4 | | is missing
                    cut_video      | Wave_please_0_env1.mp4 | | of 43 pictures
                    empty_video    | Wave_please_0_env1.mp4 | | is no MP4
                    video_of_other_episode | Wave_please_0_env1.mp4 | | has 47 frames for 43 steps
                    renamed_video  | Wave_pleas_0_env1.mp4 | | expected Wave_please_0_env1.mp4
                    flip_in_text_heap | episode_results.jsonl | line 1, policy | run_0.hdf5 data/demo_0 says
                    time_stands_still | run_0.hdf5 | data/demo_1/timestamps/sim_time_s | does not advance by dt 0.0666
                    clock_goes_back | run_0.hdf5 | data/demo_1/timestamps/wall_time_ns | goes backwards: row 5
                    other_status   | episode_results.jsonl | line 2, status | run_0.hdf5 data/demo_1 says 'failure'
                    other_policy   | episode_results.jsonl | line 2, policy | run_0.hdf5 data/demo_1 says 'chance'
                    other_instruction | episode_results.jsonl | line 2, instruction | run_0.hdf5 data/demo_1 says 'Stop'
                    other_num_envs | run_0.hdf5 | data@num_envs | is 4; run_complete.json says 2
                    endless_num_envs | run_0.hdf5 | data@num_envs | is 4611686018427387904; run_complete.json says 2
                    endless_num_envs_unpromised | run_0.hdf5 | data/demo_2 to demo_2147483646 | are missing: the run has 2147483647 envs
                    endless_num_samples | run_0.hdf5 | data/demo_1/@num_samples | is 4611686018427387904, more than a file of
                    metadata_no_json | run_0.hdf5 | data/demo_1@episode_metadata | is not JSON
                    two_initial_rows | run_0.hdf5 | data/demo_1/initial_state/rigid_object/box/root_pose | has 2 rows; expected 1
                    staging_left   | run_1.staging | | is left by a recorder that died
                    creating_left  | run_2.hdf5.creating | | is unfinished
                    not_closed     | run_0.hdf5 | | was not closed by its recorder
                    promised_run_missing | run_2.hdf5 | | promises 3 runs
                    """;

    /** These have one cause and one place, so nothing else may be complained about. */
    private static final Set<String> LONE = Set.of(
            "truncate",
            "flip_in_chunk",
            "drop_line",
            "drop_results",
            "duplicate_line",
            "line_without_end",
            "other_score",
            "other_metric",
            "other_events",
            "shorten",
            "stray_group",
            "other_total",
            "long_quaternion",
            "shifted_box",
            "lose_log",
            "garbage_log",
            "lose_video",
            "other_policy",
            "other_num_envs",
            "endless_num_envs",
            "endless_num_samples",
            "time_stands_still",
            "staging_left",
            "not_closed");

    @TempDir
    private static Path temp;

    private static FolderAudit audit;
    private static Path clean;
    private static Path ours;

    @BeforeAll
    static void damage() throws Exception {
        audit = new FolderAudit(MetricSettings.roboLab());
        clean = Examples.make(temp.resolve("clean"), "");
        ours = RecordedFolder.make(temp.resolve("ours"), 2, "all");
        assertEquals(faults(CLEAN).keySet(), damaged(clean, "clean faults"));
        assertEquals(faults(OURS).keySet(), damaged(ours, "our faults"));
    }

    private static Set<String> damaged(Path base, String into) throws Exception {
        try (InputStream program = PlantedFaultsIT.class.getResourceAsStream("damage.py")) {
            String names = Examples.run(
                    new String(program.readAllBytes()),
                    base.toString(),
                    Files.createDirectory(temp.resolve(into)).toString());
            return new TreeSet<>(names.lines().toList());
        }
    }

    @Test
    void undamagedFoldersGiveNoFinding() throws IOException {
        for (Path folder : List.of(clean, ours)) {
            AuditReport report = audit.audit(folder);
            assertEquals(List.of(), texts(report));
            assertEquals(2, report.runFiles());
            assertEquals(4, report.episodes());
            assertEquals(folder.equals(ours) ? 8 : 0, report.videos());
        }
    }

    static List<String> cleanFaults() {
        return List.copyOf(faults(CLEAN).keySet());
    }

    static List<String> ourFaults() {
        return List.copyOf(faults(OURS).keySet());
    }

    @ParameterizedTest
    @MethodSource("cleanFaults")
    void isNamedInAnotherRecordersFolder(String fault) throws IOException {
        requireNamed(temp.resolve("clean faults").resolve(fault), faults(CLEAN).get(fault), fault);
    }

    @ParameterizedTest
    @MethodSource("ourFaults")
    void isNamedInAFolderOfOurs(String fault) throws IOException {
        requireNamed(temp.resolve("our faults").resolve(fault), faults(OURS).get(fault), fault);
    }

    private static void requireNamed(Path folder, String[] expected, String fault) throws IOException {
        AuditReport report = audit.audit(folder);

        String all = String.join("\n", texts(report));
        List<FileFault> errors = report.findings().stream()
                .filter(f -> f.severity() == FileFault.Severity.ERROR)
                .toList();
        assertTrue(
                errors.stream()
                        .anyMatch(f -> f.file().endsWith(expected[0])
                                && f.place().equals(expected[1])
                                && f.problem().contains(expected[2])),
                all);
        assertTrue(errors.stream().noneMatch(f -> f.advice().isBlank()), all);
        assertTrue(report.isDamaged());
        if (LONE.contains(fault)) {
            assertEquals(1, report.findings().size(), all);
        }
        assertFalse(all.contains("Exception"), all);
    }

    private static List<String> texts(AuditReport report) {
        return report.findings().stream()
                .map(f -> f.severity() + " " + f.finding())
                .toList();
    }

    private static Map<String, String[]> faults(String table) {
        Map<String, String[]> faults = new TreeMap<>();
        for (String line : table.lines().toList()) {
            String[] cells = line.split("\\|", -1);
            faults.put(cells[0].strip(), new String[] {cells[1].strip(), cells[2].strip(), cells[3].strip()});
        }
        return faults;
    }
}
