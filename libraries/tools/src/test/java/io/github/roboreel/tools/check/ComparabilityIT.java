package io.github.roboreel.tools.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.metrics.MetricSettings;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recordings.folder.FileFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs of one env folder that were recorded differently. */
class ComparabilityIT {
    private static final FieldSpec ACTIONS = FieldSpec.step("actions", DType.FLOAT32, 2);
    private static final String CONFIG = """
            {"sim": {"dt": 0.05}, "decimation": 1, "episode_length_s": 3, "robot": "arm", "seed": 1,
             "task_file": {"objects": {"box": 1}}}
            """;

    @TempDir
    private Path folder;

    private void record(int run, String config, double dtSeconds, FieldSpec... fields) {
        FieldSchema schema = FieldSchema.of(fields);
        EpisodeInfo episode = new EpisodeInfo("Wave", "sine", run, dtSeconds);
        RunSpec spec = RunSpec.builder(folder, "Wave")
                .run(run)
                .episodes(List.of(episode))
                .envConfigJson(config)
                .build();
        try (EpisodeRecorder recorder = EpisodeRecorder.open(spec, schema)) {
            EnvRecorder env = recorder.env(0);
            env.begin();
            for (int step = 0; step < 3; step++) {
                var row = env.step().put(schema.field("actions"), new float[] {step, run});
                for (FieldSpec field : fields) {
                    if (field.image()) {
                        row.put(schema.field(field.path()), new byte[field.rowBytes()]);
                    }
                }
                row.publish();
            }
            env.end(EpisodeOutcome.truncated("time")).join();
        }
    }

    /** With it a recorder refuses another time step and other fields. */
    private void forgetConfig() throws IOException {
        Files.delete(folder.resolve("Wave/env_cfg.json"));
    }

    private List<String> findings(FileFault.Severity severity) throws IOException {
        FolderAudit audit = new FolderAudit(MetricSettings.roboLab());
        return audit.audit(folder).findings().stream()
                .filter(f -> f.severity() == severity)
                .map(FileFault::finding)
                .filter(text -> !text.contains("run_complete.json"))
                .map(text -> text.replace(folder + "/Wave/", ""))
                .toList();
    }

    @Test
    void otherFieldsAndImagesAreErrors() throws IOException {
        record(0, CONFIG, 0.05, ACTIONS);
        forgetConfig();
        record(1, CONFIG, 0.05, ACTIONS.withUnit("rad"), FieldSpec.image("obs/camera", 16, 24));
        forgetConfig();
        record(2, CONFIG, 0.05, ACTIONS);
        forgetConfig();
        record(3, CONFIG, 0.05, ACTIONS, FieldSpec.image("obs/camera", 8, 24));
        String advice = "; evaluate and export its episodes apart, by their numbers";
        assertEquals(
                List.of(
                        "run_1.hdf5, data: is not as in the first run: the unit of actions is 'rad',"
                                + " in run_0.hdf5 '', obs/camera is uint8[16, 24, 3], in run_0.hdf5"
                                + " none"
                                + advice,
                        "run_3.hdf5, data: is not as in the first run: obs/camera is uint8[8, 24, 3],"
                                + " in run_0.hdf5 none"
                                + advice),
                findings(FileFault.Severity.ERROR));
        assertEquals(List.of(), findings(FileFault.Severity.NOTE));
    }

    @Test
    void anotherLimitTimeStepOrTaskIsAnErrorAndTheRestANote() throws IOException {
        record(0, CONFIG, 0.05, ACTIONS);
        record(1, CONFIG.replace("\"episode_length_s\": 3", "\"episode_length_s\": 1"), 0.05, ACTIONS);
        record(2, CONFIG.replace("\"box\": 1", "\"box\": 2"), 0.05, ACTIONS);
        record(3, CONFIG.replace("\"arm\"", "\"leg\"").replace("\"seed\": 1", "\"seed\": 2"), 0.05, ACTIONS);
        record(4, CONFIG.replace("\"robot\": \"arm\", ", ""), 0.05, ACTIONS);
        List<String> errors = findings(FileFault.Severity.ERROR);
        assertEquals(2, errors.size(), errors.toString());
        assertTrue(
                errors.get(0)
                        .startsWith("run_1.hdf5, data@config: is not as in the first run: max_steps is"
                                + " 20, in run_0.hdf5 60; evaluate"),
                errors.get(0));
        assertTrue(
                errors.get(1)
                        .contains("run_2.hdf5, data@config: is not as in the first run:"
                                + " task_file.objects.box is 2, in run_0.hdf5 1"),
                errors.get(1));
        assertEquals(
                List.of("run_3.hdf5, data@config: is not as in the first run: robot is \"leg\", in"
                        + " run_0.hdf5 \"arm\""),
                findings(FileFault.Severity.NOTE));
    }

    @Test
    void anotherTimeStepIsAnError() throws IOException {
        record(0, CONFIG, 0.05, ACTIONS);
        forgetConfig();
        record(1, CONFIG.replace("0.05", "0.1"), 0.1, ACTIONS);
        assertTrue(
                findings(FileFault.Severity.ERROR).stream()
                        .anyMatch(e -> e.contains("is not as in the first run: max_steps is 30, in"
                                + " run_0.hdf5 60, sim.dt is 0.1, in"
                                + " run_0.hdf5 0.05")),
                findings(FileFault.Severity.ERROR).toString());
    }
}
