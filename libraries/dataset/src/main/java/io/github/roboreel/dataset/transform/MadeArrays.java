package io.github.roboreel.dataset.transform;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Step;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.transform.Cursor;
import io.github.roboreel.recordings.transform.EpisodeSteps;
import io.github.roboreel.recordings.transform.EpisodeTransform;
import io.github.roboreel.recordings.transform.Steps;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An episode whose arrays transformations of steps make, each of the few arrays that it needs. Rows are made in their
 * order; who asks for an array's blocks one after the other has each made once. Holds a block of rows of each array
 * that is being read, and what its transformation holds.
 */
final class MadeArrays extends ChangedArrays {
    private static final long BLOCK_BYTES = 1 << 20;

    /**
     * How an array is made.
     *
     * @param transform what makes its rows; makes at least as many steps as the episode will have
     * @param inputs paths of what the transformation is given of each step
     * @param output path that the steps that it makes have the array's rows at
     * @param info of the array
     */
    record Made(EpisodeTransform transform, List<String> inputs, String output, DatasetInfo info) {
        Made {
            inputs = List.copyOf(inputs);
        }
    }

    private final EpisodeFacts facts;
    private final long steps;
    private final Map<String, Optional<Made>> arrays;
    private final Map<String, Way> ways = new HashMap<>();

    /**
     * Of an episode.
     *
     * @param steps that it will have
     * @param arrays all that there will be, by path and in their order; as they are in the episode when they are empty
     */
    MadeArrays(EpisodeFacts facts, EpisodeReader episode, long steps, Map<String, Optional<Made>> arrays) {
        super(episode);
        this.facts = facts;
        this.steps = steps;
        this.arrays = Collections.unmodifiableMap(new LinkedHashMap<>(arrays));
    }

    /** The transformation itself says how many steps come of so many, by steps without values. */
    static long count(EpisodeFacts facts, long recorded, EpisodeTransform transform) throws IOException {
        Steps empty = () -> new Cursor<>() {
            private long at;

            @Override
            public Step next() {
                return at < recorded ? new Step(at++, Map.of()) : null;
            }
        };
        long[] count = {0};
        transform.apply(new EpisodeSteps(facts, empty)).steps().forEach(step -> count[0]++);
        return count[0];
    }

    @Override
    public long numSamples() {
        return steps;
    }

    @Override
    public List<String> paths() {
        return List.copyOf(arrays.keySet());
    }

    private Optional<Made> made(String path) throws IOException {
        Optional<Made> made = arrays.get(path);
        if (made == null) {
            throw new IOException(Sentence.of("%s has no '%s' after its change", name(), path));
        }
        return made;
    }

    @Override
    public DatasetInfo info(String path) throws IOException {
        Optional<Made> made = made(path);
        return made.isPresent() ? made.get().info() : source().info(path);
    }

    @Override
    public byte[] readBytes(String path, long from, long to) throws IOException {
        Optional<Made> made = made(path);
        if (made.isEmpty()) {
            return source().readBytes(path, from, to);
        }
        if (from < 0 || from > to || to > steps) {
            throw new IOException(
                    Sentence.of("%s: rows %s to %s of '%s' asked for, it has %s", name(), from, to, path, steps));
        }
        Way way = ways.get(path);
        if (way == null || way.at > from) {
            way = new Way(
                    made.get()
                            .transform()
                            .apply(recorded(made.get().inputs()))
                            .steps()
                            .open(),
                    made.get().output());
            ways.put(path, way);
        }
        return way.rows(from, to);
    }

    private EpisodeSteps recorded(List<String> inputs) throws IOException {
        long recorded = source().numSamples();
        long rowBytes = 1;
        for (String path : inputs) {
            DatasetInfo info = source().info(path);
            rowBytes += info.rowElements() * info.dtype().bytes();
        }
        long block = Math.max(1, BLOCK_BYTES / rowBytes);
        return new EpisodeSteps(facts, () -> new Blocks(source(), inputs, recorded, block), () -> last(inputs));
    }

    private Map<String, NdArray> last(List<String> inputs) throws IOException {
        Map<String, NdArray> last = new LinkedHashMap<>();
        for (String path : inputs) {
            String end = DemoPaths.finalOf(path);
            if (DemoPaths.isIn(DemoPaths.OBS, path) && source().has(end)) {
                long rows = source().info(end).rows();
                last.put(
                        path,
                        RowChange.blocks(source(), List.of(end), rows - 1, rows)
                                .get(end)
                                .row(0));
            }
        }
        return last;
    }

    /** Steps of some arrays. */
    private static final class Blocks implements Cursor<Step> {
        private final EpisodeReader source;
        private final List<String> paths;
        private final long recorded;
        private final long block;
        private Map<String, NdArray> rows = Map.of();
        private long at;

        Blocks(EpisodeReader source, List<String> paths, long recorded, long block) {
            this.source = source;
            this.paths = paths;
            this.recorded = recorded;
            this.block = block;
        }

        @Override
        public Step next() throws IOException {
            if (at == recorded) {
                return null;
            }
            if (at % block == 0 && !paths.isEmpty()) {
                rows = RowChange.blocks(source, paths, at, Math.min(recorded, at + block));
            }
            Step step = RowChange.row(rows, at, (int) (at % block));
            at++;
            return step;
        }
    }

    /** How far one array was gone through. */
    private static final class Way {
        private final Cursor<Step> cursor;
        private final String output;
        private long at;

        Way(Cursor<Step> cursor, String output) {
            this.cursor = cursor;
            this.output = output;
        }

        byte[] rows(long from, long to) throws IOException {
            ByteArrayOutputStream rows = new ByteArrayOutputStream();
            for (; at < to; at++) {
                ByteBuffer row = cursor.next().get(output).buffer();
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
