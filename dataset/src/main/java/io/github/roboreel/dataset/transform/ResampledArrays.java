package io.github.roboreel.dataset.transform;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.Sentence;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Step;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.transform.Cursor;
import io.github.roboreel.recordings.transform.EpisodeSteps;
import io.github.roboreel.recordings.transform.Steps;
import io.github.roboreel.recordings.transform.fields.Resample;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An episode at another rate. Rows are made in their order; who asks for an array's blocks one after the other has each
 * made once. Holds a block of rows of each array that is being read.
 */
final class ResampledArrays extends ChangedArrays {
    private static final long BLOCK_BYTES = 1 << 20;

    private final EpisodeFacts facts;
    private final Resample resample;
    private final long steps;
    private final List<String> paths;
    private final Map<String, Way> ways = new HashMap<>();

    private ResampledArrays(
            EpisodeReader episode, EpisodeFacts facts, Resample resample, long steps, List<String> paths) {
        super(episode);
        this.facts = facts;
        this.resample = resample;
        this.steps = steps;
        this.paths = List.copyOf(paths);
    }

    static EpisodeReader of(EpisodeFacts facts, EpisodeReader episode, Resample resample) throws IOException {
        long recorded = episode.numSamples();
        List<String> paths = new ArrayList<>();
        for (String path : episode.paths()) {
            boolean isPerStep = !DemoPaths.isIn(DemoPaths.FINAL_OBS, path)
                    && episode.info(path).rows() == recorded;
            if (isPerStep || DemoPaths.isIn(DemoPaths.INITIAL_STATE, path)) {
                paths.add(path);
            }
        }
        return new ResampledArrays(episode, facts, resample, count(facts, recorded, resample), paths);
    }

    /** The transformation itself says how many steps come of so many, by steps without values. */
    private static long count(EpisodeFacts facts, long recorded, Resample resample) throws IOException {
        Steps empty = () -> new Cursor<>() {
            private long at;

            @Override
            public Step next() {
                return at < recorded ? new Step(at++, Map.of()) : null;
            }
        };
        long[] count = {0};
        resample.apply(new EpisodeSteps(facts, empty)).steps().forEach(step -> count[0]++);
        return count[0];
    }

    @Override
    public long numSamples() {
        return steps;
    }

    @Override
    public List<String> paths() {
        return paths;
    }

    private static boolean isAsRecorded(String path) {
        return DemoPaths.isIn(DemoPaths.INITIAL_STATE, path);
    }

    @Override
    public DatasetInfo info(String path) throws IOException {
        if (!paths.contains(path)) {
            throw new IOException(Sentence.of("%s has no '%s' at another rate", name(), path));
        }
        DatasetInfo old = source().info(path);
        return isAsRecorded(path) ? old : info(old, NdArray.zeros(old.dtype(), RowChange.shape(old)), steps);
    }

    @Override
    public byte[] readBytes(String path, long from, long to) throws IOException {
        if (isAsRecorded(path)) {
            return source().readBytes(path, from, to);
        }
        if (from < 0 || from > to || to > steps) {
            throw new IOException(
                    Sentence.of("%s: rows %s to %s of '%s' asked for, it has %s", name(), from, to, path, steps));
        }
        Way way = ways.get(path);
        if (way == null || way.at > from) {
            way = new Way(resample.apply(new EpisodeSteps(facts, recorded(path)))
                    .steps()
                    .open());
            ways.put(path, way);
        }
        return way.rows(path, from, to);
    }

    private Steps recorded(String path) throws IOException {
        DatasetInfo info = source().info(path);
        long recorded = source().numSamples();
        long rowBytes = Math.max(1, info.rowElements() * info.dtype().bytes());
        long block = Math.max(1, BLOCK_BYTES / rowBytes);
        return () -> new Cursor<>() {
            private Map<String, NdArray> rows;
            private long at;

            @Override
            public Step next() throws IOException {
                if (at == recorded) {
                    return null;
                }
                if (at % block == 0) {
                    rows = RowChange.blocks(source(), List.of(path), at, Math.min(recorded, at + block));
                }
                Step step = RowChange.row(rows, at, (int) (at % block));
                at++;
                return step;
            }
        };
    }

    /** How far one array was gone through. */
    private static final class Way {
        private final Cursor<Step> cursor;
        private long at;

        Way(Cursor<Step> cursor) {
            this.cursor = cursor;
        }

        byte[] rows(String path, long from, long to) throws IOException {
            ByteArrayOutputStream rows = new ByteArrayOutputStream();
            for (; at < to; at++) {
                ByteBuffer row = cursor.next().get(path).buffer();
                byte[] bytes = new byte[row.remaining()];
                row.get(bytes);
                if (at >= from) {
                    rows.write(bytes);
                }
            }
            return rows.toByteArray();
        }
    }
}
