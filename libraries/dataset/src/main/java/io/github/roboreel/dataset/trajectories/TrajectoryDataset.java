package io.github.roboreel.dataset.trajectories;

import io.github.roboreel.dataset.DatasetReader;
import io.github.roboreel.dataset.FoundEpisode;
import io.github.roboreel.dataset.ImportNotes;
import io.github.roboreel.dataset.TextWidths;
import io.github.roboreel.recorder.spi.files.ArrayFileFormat;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Trajectories of one layout, open to be read; the file asked for last stays open. */
final class TrajectoryDataset implements DatasetReader {
    private final TrajectoryLayout layout;
    private final Path place;
    private final List<TrajectoryPlace> trajectories;
    private final TextWidths textWidths;
    private Path openPath;
    private ArrayFileReader open;

    private TrajectoryDataset(TrajectoryLayout layout, Path place, List<TrajectoryPlace> trajectories) {
        this.layout = layout;
        this.place = place;
        this.trajectories = trajectories;
        textWidths = new TextWidths(trajectories.size(), this::textBytes);
    }

    /** Opened for this alone: the file of an episode that is being read stays open. */
    private int textBytes(int index, String path) throws IOException {
        TrajectoryPlace trajectory = trajectories.get(index);
        try (ArrayFileReader file = ArrayFileFormat.hdf5().openDoubtful(trajectory.file())) {
            return TextWidths.at(file, trajectory.path(path));
        }
    }

    static TrajectoryDataset open(TrajectoryLayout layout, Path place) throws IOException {
        return new TrajectoryDataset(layout, place, layout.trajectories(place));
    }

    @Override
    public int episodes() {
        return trajectories.size();
    }

    @Override
    public FoundEpisode episode(int index, ImportNotes notes) throws IOException {
        TrajectoryPlace trajectory = trajectories.get(index);
        return new TrajectoryEpisode(layout, place, trajectory, file(trajectory.file()), textWidths, notes).read();
    }

    private ArrayFileReader file(Path path) throws IOException {
        if (!path.equals(openPath)) {
            close();
            open = ArrayFileFormat.hdf5().openDoubtful(path);
            openPath = path;
        }
        return open;
    }

    /** No file says how many steps all have. */
    @Override
    public void compare(long steps, ImportNotes notes) throws IOException {
        layout.leftOut(place).forEach(notes::add);
        if (!layout.alwaysLeftOut().isEmpty()) {
            notes.add(layout.alwaysLeftOut());
        }
    }

    @Override
    public void close() throws IOException {
        ArrayFileReader closing = open;
        open = null;
        openPath = null;
        if (closing != null) {
            closing.close();
        }
    }
}
