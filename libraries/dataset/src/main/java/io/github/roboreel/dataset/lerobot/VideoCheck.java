package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.duckdb.DuckDb;
import io.github.roboreel.dataset.lerobot.ParquetFiles.FilePlace;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;

/** Compares a camera's videos with what the table of episodes says of them. For one thread. */
final class VideoCheck {
    private final Path dataset;
    private final LeRobotCamera camera;
    private FilePlace file;
    private long frames;

    VideoCheck(Path dataset, LeRobotCamera camera) {
        this.dataset = dataset;
        this.camera = camera;
    }

    /** What {@link #add} reads, in order. */
    static List<String> columns(LeRobotCamera camera) {
        return Stream.of("chunk_index", "file_index", "from_timestamp", "to_timestamp")
                .map(name -> DuckDb.name("videos/" + camera.key() + "/" + name))
                .toList();
    }

    /**
     * Takes the next episode, and checks the file that ends before it.
     *
     * @param first index of the first of the columns
     * @return whether its frames follow those of the episode before, or begin a later file
     * @throws IOException when the file has other frames than its episodes
     */
    boolean add(ResultSet row, int first, long length) throws SQLException, IOException {
        FilePlace place = FilePlace.of(row.getInt(first), row.getInt(first + 1));
        boolean isLater = file == null || place.number() > file.number();
        if (isLater) {
            finish();
            file = place;
            frames = 0;
        }
        boolean isRight = place.equals(file)
                && row.getDouble(first + 2) == (double) frames / camera.fps()
                && row.getDouble(first + 3) == (double) (frames + length) / camera.fps();
        frames += length;
        return isRight;
    }

    /** Checks the last file. */
    void finish() throws IOException {
        if (file != null) {
            camera.check(camera.file(dataset, file), frames);
        }
    }
}
