package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.ArrayDigests;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.duckdb.DuckDb;
import io.github.roboreel.dataset.lerobot.LeRobotPlan.Part;
import io.github.roboreel.dataset.lerobot.ParquetFiles.Workplace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Reads a finished dataset, or a part of it, from its files, as far as they say themselves what they are. */
final class LeRobotReadBack {
    private static final int PROGRESS_ROWS = 256;

    private final DuckDb database;
    private final Path dataset;
    private final LeRobotPlan plan;

    LeRobotReadBack(Workplace place, LeRobotPlan plan) {
        this.database = place.database();
        this.dataset = place.dataset();
        this.plan = plan;
    }

    /** Checksums of all columns, in the order in which the library reads the files. */
    ArrayDigests columns(ExportProgress progress) throws IOException {
        ArrayDigests digests = new ArrayDigests();
        List<String> keys = plan.columns().stream().map(Column::key).toList();
        List<String> selected = new ArrayList<>();
        int[] places = new int[keys.size()];
        for (int i = 0; i < places.length; i++) {
            places[i] = selected.size() + 1;
            selected.addAll(plan.columns().get(i).selected());
        }
        for (Path file : files(dataset.resolve("data"))) {
            requireColumns(file, keys);
            int[] count = {0};
            database.each(file, selected, row -> {
                for (int i = 0; i < places.length; i++) {
                    digests.add(keys.get(i), plan.columns().get(i).read(row, places[i]));
                }
                if (++count[0] % PROGRESS_ROWS == 0) {
                    progress.advanced(PROGRESS_ROWS);
                }
            });
            progress.advanced(count[0] % PROGRESS_ROWS);
        }
        return digests;
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(p -> p.toString().endsWith(".parquet")).sorted().toList();
        }
    }

    /** The library refuses files with other columns than those declared. */
    private void requireColumns(Path file, List<String> expected) throws IOException {
        require(database.columns(file).equals(expected), "the list of columns of " + file);
    }

    /**
     * Checks that the episodes follow each other without a gap, and every video.
     *
     * @param part all of which is there, and nothing else
     * @throws IOException naming what is wrong
     */
    void checkEpisodes(Part part) throws IOException {
        long[] row = {part.firstStep()};
        int[] episode = {Math.toIntExact(part.firstEpisode())};
        List<String> columns = EpisodesTable.columns(plan).stream()
                .map(ParquetFiles.TableColumn::name)
                .toList();
        List<String> selected =
                new ArrayList<>(List.of("episode_index", "length", "dataset_from_index", "dataset_to_index"));
        List<VideoCheck> videos = new ArrayList<>();
        for (LeRobotCamera camera : plan.cameras()) {
            selected.addAll(VideoCheck.columns(camera));
            videos.add(new VideoCheck(dataset, camera));
        }
        for (Path file : files(dataset.resolve("meta").resolve("episodes"))) {
            requireColumns(file, columns);
            database.each(file, selected, found -> {
                long length = found.getLong(2);
                boolean follows = found.getLong(1) == episode[0]
                        && found.getLong(3) == row[0]
                        && found.getLong(4) == row[0] + length;
                require(follows, "episode " + episode[0] + " of " + file);
                for (int i = 0; i < videos.size(); i++) {
                    require(
                            videos.get(i).add(found, 5 + 4 * i, length),
                            "videos of episode " + episode[0] + " of " + file);
                }
                row[0] += length;
                episode[0]++;
            });
        }
        for (VideoCheck video : videos) {
            video.finish();
        }
        boolean isAll =
                episode[0] == part.firstEpisode() + part.episodes() && row[0] == part.firstStep() + part.steps();
        require(isAll, "the number of episodes");
    }

    /**
     * Checks the tasks.
     *
     * @throws IOException when they are others, or in another order
     */
    void checkTasks() throws IOException {
        Path file = dataset.resolve("meta").resolve("tasks.parquet");
        List<String> columns = List.of("task_index", "task");
        requireColumns(file, columns);
        int[] task = {0};
        database.each(file, columns, found -> {
            boolean isRight = task[0] < plan.tasks().size()
                    && found.getLong(1) == task[0]
                    && found.getString(2).equals(plan.tasks().get(task[0]));
            require(isRight, "task " + task[0]);
            task[0]++;
        });
        require(task[0] == plan.tasks().size(), "the number of tasks");
    }

    private static void require(boolean isRight, String what) throws IOException {
        if (!isRight) {
            throw new IOException(what + " reads back differently; export again");
        }
    }
}
