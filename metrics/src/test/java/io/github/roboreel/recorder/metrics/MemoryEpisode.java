package io.github.roboreel.recorder.metrics;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An episode whose float64 datasets are in memory. */
final class MemoryEpisode implements EpisodeReader {
    static final String JOINT_POSITION = "states/articulation/robot/joint_position";
    static final String JOINT_VELOCITY = "states/articulation/robot/joint_velocity";
    static final String EE_POSITION = "ee_pose/position";
    static final String EE_ORIENTATION = "ee_pose/orientation";
    static final String EE_VELOCITY = "ee_pose/linear_velocity";
    static final String ACTIONS = "actions";

    private final Map<String, double[][]> datasets = new LinkedHashMap<>();

    MemoryEpisode with(String path, double[][] rows) {
        datasets.put(path, rows);
        return this;
    }

    MemoryEpisode without(String path) {
        datasets.remove(path);
        return this;
    }

    /** The first rows of every dataset. */
    MemoryEpisode truncated(int rows) {
        MemoryEpisode result = new MemoryEpisode();
        datasets.forEach((path, values) -> result.with(path, Arrays.copyOf(values, rows)));
        return result;
    }

    Map<String, double[][]> datasets() {
        return datasets;
    }

    @Override
    public String name() {
        return "demo_0";
    }

    @Override
    public Map<String, Object> attributes() {
        return Map.of();
    }

    @Override
    public long numSamples() {
        return datasets.get(ACTIONS).length;
    }

    @Override
    public List<String> paths() {
        return List.copyOf(datasets.keySet());
    }

    @Override
    public boolean has(String path) {
        return datasets.containsKey(path);
    }

    @Override
    public DatasetInfo info(String path) {
        double[][] rows = datasets.get(path);
        List<Long> shape = List.of((long) rows[0].length);
        long bytes = 8L * rows.length * rows[0].length;
        return new DatasetInfo(DType.FLOAT64, rows.length, shape, List.of(), List.of(), bytes, "", "");
    }

    @Override
    public double[] readDoubles(String path, long from, long to) {
        return Arrays.stream(datasets.get(path), (int) from, (int) to)
                .flatMapToDouble(Arrays::stream)
                .toArray();
    }

    @Override
    public byte[] readBytes(String path, long from, long to) throws IOException {
        double[] values = readDoubles(path, from, to);
        ByteBuffer bytes = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        Arrays.stream(values).forEach(bytes::putDouble);
        return bytes.array();
    }
}
