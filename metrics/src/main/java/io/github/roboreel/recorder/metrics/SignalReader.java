package io.github.roboreel.recorder.metrics;

import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Picks the signals of the metrics out of a stored episode. */
final class SignalReader {
    private static final String EE_POSITION = "ee_pose/position";
    private static final String EE_ORIENTATION = "ee_pose/orientation";
    private static final String EE_VELOCITY = "ee_pose/linear_velocity";
    private static final String ACTIONS = "actions";

    private final EpisodeReader episode;
    private final MetricSettings settings;
    private final String jointPosition;
    private final String jointVelocity;

    SignalReader(EpisodeReader episode, MetricSettings settings) {
        this.episode = episode;
        this.settings = settings;
        String robot = "states/articulation/" + settings.articulation();
        this.jointPosition = robot + "/joint_position";
        this.jointVelocity = robot + "/joint_velocity";
    }

    Optional<EpisodeSignals> read(double dtSeconds) throws IOException {
        if (!complete() || episode.info(EE_POSITION).rows() < EpisodeSignals.MINIMUM_STEPS) {
            return Optional.empty();
        }
        Signal position = whole(EE_POSITION);
        Signal velocity =
                episode.has(EE_VELOCITY) ? whole(EE_VELOCITY) : position.derivative(dtSeconds);
        Signal joints = arm(jointPosition);
        return Optional.of(
                new EpisodeSignals(
                        dtSeconds,
                        position,
                        velocity,
                        joints,
                        arm(jointVelocity),
                        targets(joints.columns())));
    }

    private boolean complete() throws IOException {
        for (String path : required()) {
            if (!episode.has(path)) {
                return false;
            }
        }
        return true;
    }

    private List<String> required() {
        List<String> paths =
                new ArrayList<>(List.of(EE_POSITION, EE_ORIENTATION, jointPosition, jointVelocity));
        if (!settings.jointTargetColumns().isEmpty()) {
            paths.add(ACTIONS);
        }
        return paths;
    }

    private Signal arm(String path) throws IOException {
        Signal all = whole(path);
        int joints = Math.min(settings.armJoints(), all.columns());
        return all.select(IntStream.range(0, joints).boxed().toList());
    }

    /** Empty as well when the actions are too narrow to hold a target for every joint. */
    private Optional<Signal> targets(int joints) throws IOException {
        if (settings.jointTargetColumns().isEmpty()) {
            return Optional.empty();
        }
        Signal actions = whole(ACTIONS);
        List<Integer> columns = settings.jointTargetColumns().subList(0, joints);
        boolean present = columns.stream().allMatch(column -> column < actions.columns());
        return present ? Optional.of(actions.select(columns)) : Optional.empty();
    }

    private Signal whole(String path) throws IOException {
        DatasetInfo info = episode.info(path);
        long rows = episode.info(EE_POSITION).rows();
        if (info.rows() != rows) {
            throw new IOException(
                    "%s: %s has %d rows, expected %d as %s has; the episode is damaged, recover its file"
                            .formatted(episode.name(), path, info.rows(), rows, EE_POSITION));
        }
        if (info.rowElements() < 1) {
            throw new IOException(
                    "%s: %s has rows of shape %s, expected at least one value; record the field anew"
                            .formatted(episode.name(), path, info.rowShape()));
        }
        return Signal.of(episode.readDoubles(path), Math.toIntExact(info.rowElements()));
    }
}
