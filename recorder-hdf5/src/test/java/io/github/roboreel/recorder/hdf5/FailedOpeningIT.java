package io.github.roboreel.recorder.hdf5;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RecorderException;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.EpisodeEnd;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.RowView;
import io.github.roboreel.recorder.spi.SinkContext;
import io.github.roboreel.recorder.spi.SinkReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that could not be opened leaves neither run file nor staging file, and its folder can be used. */
class FailedOpeningIT {
    private static final FieldSchema SCHEMA = FieldSchema.of(FieldSpec.step("actions", DType.FLOAT32, 3));

    @TempDir
    private Path folder;

    @Test
    void anErrorOfAnotherSinkLeavesNoFileAndAUsableFolder() throws Exception {
        RecorderException refused = assertThrows(
                RecorderException.class, () -> open(new Hdf5Sink(), new Failing(new OutOfMemoryError("no more"))));
        assertTrue(refused.getMessage().contains("no more"), refused.getMessage());
        assertEquals(List.of(), files());
        record();
    }

    @Test
    void anInterruptWhileOpeningLeavesNoFileAndAUsableFolder() throws Exception {
        EpisodeSink interrupting = new Failing(null) {
            @Override
            public void open(SinkContext context) {
                Thread.currentThread().interrupt();
            }
        };
        try {
            RecorderException refused = assertThrows(RecorderException.class, () -> open(interrupting, new Hdf5Sink()));
            assertEquals(Kind.INTERRUPTED, refused.kind());
            assertTrue(refused.getMessage().contains("the thread was interrupted"), refused.getMessage());
            assertTrue(Thread.currentThread().isInterrupted());
        } finally {
            Thread.interrupted();
        }
        assertEquals(List.of(), files());
        record();
    }

    private void record() {
        try (EpisodeRecorder recorder = open(new Hdf5Sink())) {
            recorder.env(0).begin();
            recorder.env(0).step(row -> row.put(SCHEMA.field("actions"), new float[] {1, 2, 3}));
            assertEquals(
                    1, recorder.env(0).end(EpisodeOutcome.success("")).join().numSamples());
        }
    }

    private EpisodeRecorder open(EpisodeSink... sinks) {
        RunSpec run = RunSpec.builder(folder, "Wave").envs(1, "").dtSeconds(0.1).build();
        return EpisodeRecorder.builder(run, SCHEMA).sinks(List.of(sinks)).open();
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> !file.equals(folder))
                    .map(file -> folder.relativize(file).toString())
                    .filter(name -> !name.equals(RunFolder.LOCK))
                    .toList();
        }
    }

    /** A sink that opens with an error. */
    private static class Failing implements EpisodeSink {
        private final Error error;

        Failing(Error error) {
            this.error = error;
        }

        @Override
        public String name() {
            return "failing";
        }

        @Override
        public Role role() {
            return Role.SIDE;
        }

        @Override
        public void open(SinkContext context) {
            throw error;
        }

        @Override
        public void onBegin(int env, RowView initial) {}

        @Override
        public void onStep(int env, long step, RowView row) {}

        @Override
        public CompletionStage<SinkReport> onEnd(int env, EpisodeEnd end) {
            return CompletableFuture.completedFuture(SinkReport.NONE);
        }

        @Override
        public void close() {}
    }
}
