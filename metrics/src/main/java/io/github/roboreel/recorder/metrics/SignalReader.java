package io.github.roboreel.recorder.metrics;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Picks the signals of the metrics out of a stored episode. */
final class SignalReader {

    private final EpisodeReader episode;
    private final MetricSettings settings;
    private final String jointPosition;
    private final String jointVelocity;

    SignalReader(EpisodeReader episode, MetricSettings settings) {
        this.episode = episode;
        this.settings = settings;
        String robot = DemoPaths.in(DemoPaths.ARTICULATIONS, settings.articulation());
        this.jointPosition = settings.jointPositionPath();
        this.jointVelocity = robot + "/joint_velocity";
    }

    Optional<EpisodeSignals> read(double dtSeconds) throws IOException {
        Map<String, DatasetInfo> stored = stored();
        if (steps(stored) < EpisodeSignals.MINIMUM_STEPS) {
            return Optional.empty();
        }
        requireEqualRows(stored);
        Optional<Signal> position = whole(stored, DemoPaths.EE_POSITION);
        Optional<Signal> joints = arm(stored, jointPosition);
        return Optional.of(new EpisodeSignals(
                dtSeconds,
                position,
                whole(stored, DemoPaths.EE_LINEAR_VELOCITY).or(() -> position.map(p -> p.derivative(dtSeconds))),
                joints,
                arm(stored, jointVelocity),
                targets(stored, joints)));
    }

    /** What is there of the datasets that the metrics need, the one that counts steps first. */
    private Map<String, DatasetInfo> stored() throws IOException {
        List<String> wanted = new ArrayList<>(
                List.of(DemoPaths.EE_POSITION, DemoPaths.EE_LINEAR_VELOCITY, jointPosition, jointVelocity));
        if (!settings.jointTargetColumns().isEmpty()) {
            wanted.add(DemoPaths.ACTIONS);
        }
        Map<String, DatasetInfo> stored = new LinkedHashMap<>();
        for (String path : wanted) {
            if (episode.has(path)) {
                stored.put(path, episode.info(path));
            }
        }
        return stored;
    }

    private long steps(Map<String, DatasetInfo> stored) throws IOException {
        return stored.isEmpty()
                ? episode.numSamples()
                : stored.values().iterator().next().rows();
    }

    private void requireEqualRows(Map<String, DatasetInfo> stored) throws IOException {
        String first = null;
        for (Map.Entry<String, DatasetInfo> entry : stored.entrySet()) {
            first = first == null ? entry.getKey() : first;
            long expected = stored.get(first).rows();
            if (entry.getValue().rows() != expected) {
                throw new IOException(Sentence.of(
                        "%s: %s has %d rows, expected %d as %s has; the episode is damaged, recover its file",
                        episode.name(), entry.getKey(), entry.getValue().rows(), expected, first));
            }
        }
    }

    private Optional<Signal> arm(Map<String, DatasetInfo> stored, String path) throws IOException {
        return whole(stored, path).map(all -> all.firstColumns(settings.armJoints()));
    }

    /** Empty as well when the actions are too narrow to hold a target for every joint. */
    private Optional<Signal> targets(Map<String, DatasetInfo> stored, Optional<Signal> positions) throws IOException {
        if (positions.isEmpty() || !stored.containsKey(DemoPaths.ACTIONS)) {
            return Optional.empty();
        }
        int[] columns = settings.jointTargetColumns().stream()
                .limit(positions.get().columns())
                .mapToInt(Integer::intValue)
                .toArray();
        long width = stored.get(DemoPaths.ACTIONS).rowElements();
        for (int column : columns) {
            if (column >= width) {
                return Optional.empty();
            }
        }
        return whole(stored, DemoPaths.ACTIONS).map(actions -> actions.select(columns));
    }

    private Optional<Signal> whole(Map<String, DatasetInfo> stored, String path) throws IOException {
        DatasetInfo info = stored.get(path);
        if (info == null) {
            return Optional.empty();
        }
        if (info.rowElements() < 1) {
            throw new IOException(Sentence.of(
                    "%s: %s has rows of shape %s, expected at least one value; record the field again",
                    episode.name(), path, info.rowShape()));
        }
        double[] values = episode.readDoubles(path, 0, info.rows());
        return Optional.of(Signal.owning(values, Math.toIntExact(info.rowElements())));
    }
}
