package io.github.roboreel.recorder.bench;

import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What one env's step costs the simulator's thread: 26 fields checked, copied and published, with a sink that only
 * consumes. Both entries count per env and step.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ProducerPathBenchmark {
    private static final int BATCH_ENVS = 16;

    /** A recorder whose envs have begun. */
    @State(Scope.Thread)
    public static class Recording {
        private final FieldSchema schema = BenchFields.proprio().schema();
        private final List<BenchSignal> oneRow = BenchSignal.loaded(schema, 1);
        private final List<BenchSignal> allRows = BenchSignal.loaded(schema, BATCH_ENVS);
        private Path folder;
        private EpisodeRecorder recorder;
        private int step;

        /** For JMH. */
        public Recording() {}

        @Setup(Level.Trial)
        public void open() throws IOException {
            folder = Files.createTempDirectory("roboreel-bench");
            recorder = RecordSpec.begin(EpisodeRecorder.builder(RecordSpec.run(folder, BATCH_ENVS), schema)
                    .sink(new NoOpSink()));
        }

        @TearDown(Level.Trial)
        public void close() throws IOException {
            recorder.close();
            Scenario.delete(folder);
        }

        private BenchSignal next(List<BenchSignal> signals) {
            step = (step + 1) % signals.size();
            return signals.get(step);
        }
    }

    /** For JMH. */
    public ProducerPathBenchmark() {}

    /** One step of one env through its handle. */
    @Benchmark
    public void stepWriter(Recording recording) {
        recording.next(recording.oneRow).publish(recording.recorder.env(0));
    }

    /** One step of 16 envs with one claim. */
    @Benchmark
    @OperationsPerInvocation(BATCH_ENVS)
    public void batchWriter(Recording recording) {
        recording.next(recording.allRows).publish(recording.recorder);
    }
}
