package io.github.roboreel.dataset.trajectories;

import java.util.List;
import java.util.Map;

/** ACT's and ALOHA's: {@code episode_<i>.hdf5} with {@code action} and {@code observations}. */
final class AlohaLayout extends FileLayout {
    AlohaLayout() {
        super("episode_(\\w+_)?\\d+\\.hdf5", "episode_0.hdf5");
    }

    @Override
    public String name() {
        return "aloha";
    }

    @Override
    public String description() {
        return "Import the episode files of ALOHA and ACT.";
    }

    @Override
    public List<Map<String, Object>> about(TrajectoryPlace place) {
        return List.of();
    }

    /** {@code DT} of its constants. */
    @Override
    public int usualHertz() {
        return 50;
    }
}
