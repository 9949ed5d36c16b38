package io.github.roboreel.dataset.transform;

import io.github.roboreel.dataset.EpisodeColumn;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.ForeignRows;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.Elements;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Step;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.transform.Cursor;
import io.github.roboreel.recordings.transform.EpisodeSteps;
import io.github.roboreel.recordings.transform.EpisodeTransform;
import io.github.roboreel.recordings.transform.Reductions;
import io.github.roboreel.recordings.transform.Steps;
import io.github.roboreel.recordings.transform.StepsTransform;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Rows that a transformation of steps makes of the few arrays that they need. They are made in order; who asks for
 * earlier ones again begins again at the first, or, where each row is made of the same row of the arrays, at that one.
 */
final class MadeColumn implements ForeignRows {
    private static final long BLOCK_BYTES = 1 << 20;

    private final EpisodeFacts facts;
    private final EpisodeReader source;
    private final List<String> inputs;
    private final EpisodeTransform transform;
    private final String output;
    private final boolean isRowByRow;
    private Cursor<Step> cursor;
    private long at;

    private MadeColumn(
            EpisodeFacts facts,
            EpisodeReader source,
            List<String> inputs,
            EpisodeTransform transform,
            String output,
            boolean isRowByRow) {
        this.facts = facts;
        this.source = source;
        this.inputs = inputs;
        this.transform = transform;
        this.output = output;
        this.isRowByRow = isRowByRow;
    }

    /**
     * An array that is made of whole episodes.
     *
     * @param inputs paths of the arrays that it is made of, with a row for each step
     * @param output its path in the steps that the transformation gives
     */
    static EpisodeColumn of(
            EpisodeFacts facts,
            EpisodeReader episode,
            List<String> inputs,
            EpisodeTransform transform,
            String output,
            DatasetInfo info) {
        return EpisodeColumn.of(info, new MadeColumn(facts, episode, inputs, transform, output, false));
    }

    /**
     * An array each of whose rows is made of the same row of some arrays.
     *
     * @throws ExportRefusedException when the transformation cannot be applied to such rows
     */
    static EpisodeColumn ofRows(
            EpisodeFacts facts, EpisodeReader episode, String path, List<String> inputs, StepsTransform transform)
            throws IOException {
        Map<String, NdArray> zeros = new LinkedHashMap<>();
        for (String input : inputs) {
            DatasetInfo old = episode.info(input);
            zeros.put(input, NdArray.zeros(old.dtype(), shape(old)));
        }
        try {
            Steps example = transform.apply(Steps.of(List.of(new Step(0, zeros))));
            DatasetInfo old = episode.info(path);
            NdArray row = example.toList().get(0).get(path);
            List<Long> shape =
                    Arrays.stream(row.shape()).mapToObj(Long::valueOf).toList();
            return EpisodeColumn.of(
                    info(old, shape, old.rows()),
                    new MadeColumn(facts, episode, inputs, transform.ofEpisodes(), path, true));
        } catch (IllegalArgumentException e) {
            throw new ExportRefusedException("%s: %s", facts.where(), e.getMessage());
        }
    }

    /** A description of other rows of the same type. */
    static DatasetInfo info(DatasetInfo old, List<Long> shape, long rows) {
        List<Long> chunks = old.chunkShape().isEmpty()
                ? List.of()
                : Stream.concat(old.chunkShape().stream().limit(1), shape.stream())
                        .toList();
        return new DatasetInfo(
                old.dtype(),
                rows,
                shape,
                chunks,
                old.filters(),
                old.storedBytes(),
                old.unit(),
                old.frame(),
                old.nonFiniteAllowed(),
                old.declared());
    }

    static int[] shape(DatasetInfo info) {
        return info.rowShape().stream().mapToInt(Math::toIntExact).toArray();
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
        return Reductions.length(transform.apply(new EpisodeSteps(facts, empty)).steps());
    }

    @Override
    public byte[] numbers(long from, long to) throws IOException {
        if (cursor == null || at > from || isRowByRow && at != from) {
            at = isRowByRow ? from : 0;
            cursor = transform.apply(recorded(at)).steps().open();
        }
        ByteArrayOutputStream rows = new ByteArrayOutputStream();
        for (; at < to; at++) {
            Step step = cursor.next();
            if (at >= from) {
                rows.writeBytes(step.get(output).bytes());
            }
        }
        return rows.toByteArray();
    }

    private EpisodeSteps recorded(long first) throws IOException {
        long rows = inputs.isEmpty()
                ? source.numSamples()
                : source.info(inputs.get(0)).rows();
        long rowBytes = 1;
        for (String path : inputs) {
            rowBytes +=
                    source.info(path).rowElements() * source.info(path).dtype().bytes();
        }
        long block = Math.max(1, BLOCK_BYTES / rowBytes);
        return new EpisodeSteps(facts, () -> new Blocks(first, rows, block), this::last);
    }

    private Map<String, NdArray> last() throws IOException {
        Map<String, NdArray> last = new LinkedHashMap<>();
        for (String path : inputs) {
            String end = DemoPaths.finalOf(path);
            if (DemoPaths.isIn(DemoPaths.OBS, path) && source.has(end)) {
                last.put(path, row(source, end, source.info(end).rows() - 1));
            }
        }
        return last;
    }

    /** One row of an array. */
    static NdArray row(EpisodeReader source, String path, long row) throws IOException {
        DatasetInfo info = source.info(path);
        return NdArray.wrap(info.dtype(), Elements.of(source.readBytes(path, row, row + 1)), shape(info));
    }

    /** Steps of the arrays, read block by block. */
    private final class Blocks implements Cursor<Step> {
        private final long end;
        private final long most;
        private long next;
        private long begin;
        private Map<String, NdArray> block = Map.of();

        Blocks(long first, long end, long most) {
            this.next = first;
            this.begin = first;
            this.end = end;
            this.most = most;
        }

        @Override
        public Step next() throws IOException {
            if (next == end) {
                return null;
            }
            if ((next - begin) % most == 0 && !inputs.isEmpty()) {
                begin = next;
                block = read(next, Math.min(end, next + most));
            }
            Map<String, NdArray> values = new LinkedHashMap<>();
            block.forEach((path, rows) -> values.put(path, rows.row((int) (next - begin))));
            return new Step(next++, values);
        }

        private Map<String, NdArray> read(long from, long to) throws IOException {
            Map<String, NdArray> blocks = new LinkedHashMap<>();
            for (Map.Entry<String, byte[]> read :
                    source.readBytes(inputs, from, to).entrySet()) {
                DatasetInfo info = source.info(read.getKey());
                int[] shape = IntStream.concat(IntStream.of((int) (to - from)), IntStream.of(shape(info)))
                        .toArray();
                blocks.put(read.getKey(), NdArray.wrap(info.dtype(), Elements.of(read.getValue()), shape));
            }
            return blocks;
        }
    }
}
