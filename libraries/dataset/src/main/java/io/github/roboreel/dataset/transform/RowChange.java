package io.github.roboreel.dataset.transform;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Step;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.transform.Steps;
import io.github.roboreel.recordings.transform.StepsTransform;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One array whose rows are made of the same rows of some arrays; holds the rows that are asked for. */
final class RowChange extends ChangedArrays {
    private final String path;
    private final List<String> inputs;
    private final StepsTransform transform;
    private final DatasetInfo info;

    private RowChange(
            EpisodeReader episode, String path, List<String> inputs, StepsTransform transform, DatasetInfo info) {
        super(episode);
        this.path = path;
        this.inputs = inputs;
        this.transform = transform;
        this.info = info;
    }

    /**
     * An episode with such an array.
     *
     * @param path of the array, which is one of the inputs
     * @param inputs paths that the transformation needs
     * @param transform makes one step of each
     * @throws ExportRefusedException when it cannot be done with arrays of these kinds
     */
    static EpisodeReader of(
            EpisodeFacts facts, EpisodeReader episode, String path, List<String> inputs, StepsTransform transform)
            throws IOException {
        Map<String, NdArray> zeros = new LinkedHashMap<>();
        for (String input : inputs) {
            DatasetInfo old = episode.info(input);
            zeros.put(input, NdArray.zeros(old.dtype(), shape(old)));
        }
        try {
            Step example = transform
                    .apply(Steps.of(List.of(new Step(0, zeros))))
                    .toList()
                    .get(0);
            DatasetInfo old = episode.info(path);
            return new RowChange(episode, path, inputs, transform, info(old, example.get(path), old.rows()));
        } catch (IllegalArgumentException e) {
            throw new ExportRefusedException("%s: %s", facts.where(), e.getMessage());
        }
    }

    static int[] shape(DatasetInfo info) {
        return info.rowShape().stream().mapToInt(Math::toIntExact).toArray();
    }

    @Override
    public DatasetInfo info(String asked) throws IOException {
        return asked.equals(path) ? info : source().info(asked);
    }

    @Override
    public byte[] readBytes(String asked, long from, long to) throws IOException {
        if (!asked.equals(path)) {
            return source().readBytes(asked, from, to);
        }
        ByteArrayOutputStream rows = new ByteArrayOutputStream();
        transform.apply(Steps.of(steps(from, to))).forEach(step -> {
            ByteBuffer row = step.get(path).buffer();
            byte[] bytes = new byte[row.remaining()];
            row.get(bytes);
            rows.write(bytes);
        });
        return rows.toByteArray();
    }

    private List<Step> steps(long from, long to) throws IOException {
        List<Step> steps = new ArrayList<>();
        if (from == to) {
            return steps;
        }
        Map<String, NdArray> blocks = blocks(source(), inputs, from, to);
        for (int i = 0; i < to - from; i++) {
            steps.add(row(blocks, from + i, i));
        }
        return steps;
    }

    /** Rows of several arrays, their number the first axis. */
    static Map<String, NdArray> blocks(EpisodeReader source, List<String> paths, long from, long to)
            throws IOException {
        Map<String, NdArray> blocks = new LinkedHashMap<>();
        for (Map.Entry<String, byte[]> read : source.readBytes(paths, from, to).entrySet()) {
            DatasetInfo info = source.info(read.getKey());
            int[] row = shape(info);
            int[] shape = new int[row.length + 1];
            shape[0] = Math.toIntExact(to - from);
            System.arraycopy(row, 0, shape, 1, row.length);
            blocks.put(read.getKey(), NdArray.wrap(info.dtype(), ByteBuffer.wrap(read.getValue()), shape));
        }
        return blocks;
    }

    static Step row(Map<String, NdArray> blocks, long step, int index) {
        Map<String, NdArray> values = new LinkedHashMap<>();
        blocks.forEach((path, rows) -> values.put(path, rows.row(index)));
        return new Step(step, values);
    }
}
