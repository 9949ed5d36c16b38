package io.github.roboreel.dataset;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.Elements;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.recorder.OutputLock;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Records one foreign episode as a run of one env. For one thread. */
final class EpisodeRecording {
    private static final int BLOCK_BYTES = 1 << 20;
    private static final int BLOCK_PICTURES = 16;

    /** A field and the rows that fill it, a block of them in memory. */
    private static final class Column {
        private final FieldSource array;
        private final Field field;
        private final long rows;
        private final int rowBytes;
        private long start;
        private long end;
        private byte[] block;

        Column(FieldSource array, Field field, long rows) {
            this.array = array;
            this.field = field;
            this.rows = rows;
            rowBytes = array.spec().rowBytes();
        }

        void fill(long index, StepWriter row, ArrayDigests digests) throws IOException {
            if (index < start || index >= end) {
                int most = array.areNumbers() ? Math.max(1, BLOCK_BYTES / rowBytes) : BLOCK_PICTURES;
                start = index;
                end = Math.min(rows, index + most);
                block = array.read(start, end);
            }
            int at = (int) (index - start) * rowBytes;
            put(row, ByteBuffer.wrap(block, at, rowBytes).slice().order(ByteOrder.LITTLE_ENDIAN));
            digests.add(array.spec().path(), block, at, rowBytes);
        }

        private void put(StepWriter row, ByteBuffer bytes) {
            DType dtype = field.spec().dtype();
            if (dtype.isText()) {
                String text = StandardCharsets.UTF_8.decode(bytes).toString();
                row.put(field, text.replace("\0", ""));
            } else if (dtype.javaType() == byte.class) {
                row.put(field, bytes);
            } else {
                row.putArray(field, Elements.array(dtype, bytes));
            }
        }
    }

    private final FoundEpisode episode;
    private final FieldSchema schema;
    private final ArrayDigests digests = new ArrayDigests();

    EpisodeRecording(FoundEpisode episode) {
        this.episode = episode;
        schema = schema(episode);
    }

    /**
     * The schema of an episode's arrays.
     *
     * @throws ExportRefusedException when they make none
     */
    static FieldSchema schema(FoundEpisode episode) {
        try {
            FieldSchema schema = FieldSchema.of(
                    episode.arrays().stream().map(FieldSource::spec).toList());
            schema.requireRecordable();
            return schema;
        } catch (IllegalArgumentException e) {
            throw new ExportRefusedException(episode.where() + ": " + e.getMessage());
        }
    }

    /** Checksums of what was recorded, by path below the demo. */
    ArrayDigests digests() {
        return digests;
    }

    /** Records it. */
    EpisodeSummary run(RunSpec run, OutputLock lock, ExportProgress progress) throws IOException {
        CompletableFuture<EpisodeSummary> end;
        try (EpisodeRecorder recorder =
                EpisodeRecorder.builder(run, schema).lock(lock).open()) {
            EnvRecorder env = recorder.env(0);
            begin(env);
            steps(env, progress);
            end = end(env);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return end.join();
    }

    private void begin(EnvRecorder env) throws IOException {
        List<Column> columns = columns(FieldPhase.INITIAL, 1);
        env.begin(row -> fillUnchecked(columns, 0, row));
    }

    private void steps(EnvRecorder env, ExportProgress progress) throws IOException {
        List<Column> columns = columns(FieldPhase.STEP, episode.steps());
        for (long step = 0; step < episode.steps(); step++) {
            StepWriter row = env.step();
            fill(columns, step, row);
            row.publish();
            progress.advanced(1);
        }
    }

    private CompletableFuture<EpisodeSummary> end(EnvRecorder env) throws IOException {
        List<Column> columns = columns(FieldPhase.FINAL, 1);
        return columns.isEmpty()
                ? env.end(episode.outcome())
                : env.end(episode.outcome(), row -> fillUnchecked(columns, 0, row));
    }

    private List<Column> columns(FieldPhase phase, long rows) {
        List<Column> columns = new ArrayList<>();
        for (FieldSource array : episode.arrays(phase)) {
            Field field = schema.field(array.spec().path());
            columns.add(new Column(array, field, rows));
        }
        return columns;
    }

    private void fillUnchecked(List<Column> columns, long index, StepWriter row) {
        try {
            fill(columns, index, row);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void fill(List<Column> columns, long index, StepWriter row) throws IOException {
        for (Column column : columns) {
            column.fill(index, row, digests);
        }
    }
}
