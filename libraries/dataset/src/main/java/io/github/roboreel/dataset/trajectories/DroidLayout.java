package io.github.roboreel.dataset.trajectories;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** DROID's: {@code trajectory.h5}, with {@code metadata_<uuid>.json} beside it. */
final class DroidLayout extends FileLayout {
    DroidLayout() {
        super("trajectory\\.h5");
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
    int levels() {
        return 3;
    }

    @Override
    List<Map<String, Object>> about(Path file) throws IOException {
        List<Map<String, Object>> about = new ArrayList<>();
        Path folder = file.toAbsolutePath().getParent();
        try (DirectoryStream<Path> beside = Files.newDirectoryStream(folder, "metadata_*.json")) {
            for (Path metadata : beside) {
                about.add(JsonBeside.object(metadata));
            }
        }
        return about;
    }

    @Override
    public int usualHertz() {
        return 15;
    }
}
