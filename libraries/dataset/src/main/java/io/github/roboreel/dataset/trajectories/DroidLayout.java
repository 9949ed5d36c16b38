package io.github.roboreel.dataset.trajectories;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** DROID's: {@code trajectory.h5}, with {@code metadata_<uuid>.json} beside it. */
final class DroidLayout extends FileLayout {
    DroidLayout() {
        super("trajectory\\.h5", "trajectory.h5");
    }

    @Override
    public String name() {
        return "droid";
    }

    @Override
    public String description() {
        return "Import the trajectories of DROID's raw data; its videos are left out.";
    }

    @Override
    public List<Map<String, Object>> about(TrajectoryPlace place) throws IOException {
        List<Path> beside = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(place.file().getParent(), "metadata_*.json")) {
            found.forEach(beside::add);
        }
        beside.sort(Comparator.naturalOrder());
        List<Map<String, Object>> about = new ArrayList<>();
        for (Path metadata : beside) {
            about.add(JsonBeside.object(metadata));
        }
        return about;
    }

    @Override
    public String alwaysLeftOut() {
        return "the videos and SVO files beside the trajectories are left out";
    }

    @Override
    public int usualHertz() {
        return 15;
    }
}
