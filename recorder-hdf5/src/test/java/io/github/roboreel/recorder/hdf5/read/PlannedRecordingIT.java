package io.github.roboreel.recorder.hdf5.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.hdf5.H5py;
import io.github.roboreel.recorder.hdf5.Hdf5Sink;
import io.github.roboreel.recorder.hdf5.recover.RunRecovery;
import io.github.roboreel.recorder.plan.EpisodeSchedule;
import io.github.roboreel.recorder.plan.RecordingPlan;
import io.github.roboreel.recorder.plan.StepSchedule;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a plan leaves out and adds, as h5py reads it. */
class PlannedRecordingIT {
    private static final int STEPS = 1000;
    private static final FieldSchema SCHEMA = FieldSchema.of(
            FieldSpec.step("actions", DType.FLOAT32, 2),
            FieldSpec.step("reward", DType.FLOAT64),
            FieldSpec.image("obs/cam", 3, 4));

    @TempDir
    private Path folder;

    @TempDir
    private Path temp;

    @Test
    void onlyThePlannedRowsOfThePlannedEpisodesAreInTheFile() throws Exception {
        RecordingPlan plan = RecordingPlan.EVERYTHING
                .withEpisodes(EpisodeSchedule.everyNth(2))
                .withSteps(StepSchedule.everyNth(7))
                .withStepValues((id, step, row) -> row.put(SCHEMA.field("reward"), step / 2.0))
                .withEpisodeAttributes(ending -> Map.of("steps", ending.stepsTaken(), "by", "Zoë"));
        record(plan);
        String seen = H5py.run(folder.resolve("Wave/run_0.hdf5"), """
                        import sys, json, h5py, numpy as np
                        with h5py.File(sys.argv[1], 'r') as f:
                            for e, demo in ((e, f[f'data/demo_{e}']) for e in range(4)):
                                status = bytes(demo.attrs['status']).rstrip(b'\\0').decode()
                                rows = demo['actions'].shape[0]
                                assert rows == demo.attrs['num_samples'] == len(demo['obs/cam'])
                                print(e, status, rows)
                                if not rows:
                                    continue
                                k = np.arange(0, 1000, 7)
                                assert (demo['actions'][:, 0] == k).all()
                                assert (demo['actions'][:, 1] == e).all()
                                assert (demo['reward'][:] == k / 2).all()
                                assert (demo['obs/cam'][:, 2, 3, 1] == k % 251).all()
                                time = demo['timestamps/sim_time_s'][:]
                                assert np.allclose(time, (k + 1) * 0.1, atol=1e-9)
                                assert abs(demo.attrs['dt'] - 0.7) < 1e-12
                                meta = json.loads(bytes(demo.attrs['episode_metadata']).rstrip(b'\\0'))
                                print(json.dumps(meta['episode_attributes'], sort_keys=True))
                        """);
        String attributes = "{\"by\": \"Zo\\u00eb\", \"step_schedule\": \"one step of every 7\","
                + " \"steps\": 1000, \"steps_taken\": 1000}\n";
        assertEquals(
                "0 success 143\n" + attributes + "1 discarded 0\n2 success 143\n" + attributes + "3 discarded 0", seen);
    }

    @Test
    void anEpisodeWhoseRecorderDiedStillSaysThatItsStepsAreIrregular() throws Exception {
        RecordingPlan plan = RecordingPlan.EVERYTHING
                .withSteps(StepSchedule.matching((id, step) -> step > 7))
                .withStepValues((id, step, row) -> row.put(SCHEMA.field("reward"), 0.0));
        Path crashed = Files.createDirectories(temp.resolve("crashed/Wave"));
        try (EpisodeRecorder recorder = open(plan)) {
            recordSteps(recorder.env(0));
            while (recorder.env(0).durableSteps() < recorder.env(0).numSamples()) {
                Thread.sleep(1);
            }
            for (String file : List.of("run_0.hdf5", "run_0.staging")) {
                Files.copy(folder.resolve("Wave").resolve(file), crashed.resolve(file));
            }
        }
        Path file = crashed.resolve("run_0.hdf5");

        assertTrue(RunRecovery.onCopy().recover(file).isComplete());

        try (Hdf5RunReader reader = Hdf5RunReader.open(file)) {
            Map<String, Object> attributes = reader.demo("demo_0").attributes();
            assertEquals("recovered", attributes.get("status"));
            assertEquals(
                    "{\"episode_attributes\":{\"step_schedule\":\"steps of a predicate\","
                            + "\"irregular_steps\":true}}",
                    attributes.get("episode_metadata"));
            assertTrue(StepSchedule.isIrregular(attributes));
            assertEquals(STEPS - 7L, attributes.get("num_samples"));
            assertEquals("{}", reader.demo("demo_1").attributes().get("episode_metadata"));
        }
    }

    private void record(RecordingPlan plan) {
        try (EpisodeRecorder recorder = open(plan)) {
            for (int env = 0; env < 4; env++) {
                recordEpisode(recorder.env(env));
            }
        }
    }

    private EpisodeRecorder open(RecordingPlan plan) {
        EpisodeInfo info = new EpisodeInfo("Wave", "p", 7, 0.1);
        RunSpec run = RunSpec.builder(folder, "Wave")
                .episodes(EpisodeInfo.repeat(4, info))
                .envConfigJson("{\"sim\": {\"dt\": 0.05}, \"decimation\": 2}")
                .build();
        return EpisodeRecorder.builder(run, SCHEMA)
                .sink(new Hdf5Sink())
                .plan(plan)
                .open();
    }

    private static void recordEpisode(EnvRecorder env) {
        recordSteps(env);
        env.end(EpisodeOutcome.success("")).join();
    }

    private static void recordSteps(EnvRecorder env) {
        env.begin();
        byte[] pixels = new byte[36];
        for (int step = 0; step < STEPS; step++) {
            Arrays.fill(pixels, (byte) (step % 251));
            env.step()
                    .put(SCHEMA.field("actions"), new float[] {step, env.envId()})
                    .put(SCHEMA.field("obs/cam"), pixels)
                    .publish();
        }
    }
}
