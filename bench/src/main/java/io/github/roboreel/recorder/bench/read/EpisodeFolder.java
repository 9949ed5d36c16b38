package io.github.roboreel.recorder.bench.read;

import io.github.roboreel.recorder.BatchWriter;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.bench.record.BenchFields;
import io.github.roboreel.recorder.bench.record.BenchSignal;
import io.github.roboreel.recorder.bench.record.RecordSpec;
import io.github.roboreel.recorder.hdf5.Hdf5SinkProvider;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.nio.file.Path;

/**
 * A folder of equally long episodes, recorded one after the other.
 *
 * @param fields of a step
 * @param episodes how many
 * @param steps of each
 */
record EpisodeFolder(BenchFields fields, int episodes, int steps) {
    private static final int ENVS = 50;

    void record(Path folder) {
        FieldSchema schema = fields.schema();
        int envs = Math.min(ENVS, episodes);
        BenchSignal signal = new BenchSignal(schema, envs, steps, fields.imageKind());
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(RecordSpec.run(folder, envs), schema)
                .sink(new Hdf5SinkProvider())
                .withoutMetrics()
                .continuous()
                .open()) {
            for (int done = 0; done < episodes; done += envs) {
                recorder.envs().forEach(EnvRecorder::begin);
                for (int step = 0; step < steps; step++) {
                    signal.load(done / envs * (long) steps + step);
                    BatchWriter rows = recorder.stepAll();
                    signal.put(rows);
                    rows.publish();
                }
                recorder.envs().forEach(env -> env.end(EpisodeOutcome.success("done")));
            }
        }
    }
}
