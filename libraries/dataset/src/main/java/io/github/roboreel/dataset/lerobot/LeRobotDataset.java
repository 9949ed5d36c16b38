package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.DatasetReader;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.FieldSource;
import io.github.roboreel.dataset.FoundEpisode;
import io.github.roboreel.dataset.ImportNotes;
import io.github.roboreel.dataset.TextWidths;
import io.github.roboreel.dataset.duckdb.DuckDb;
import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** A LeRobot dataset, open to be read; any episode is found by its number. For one thread. */
final class LeRobotDataset implements DatasetReader {
    /** A column that DuckDB adds to every table. */
    private static final String ROW_NUMBER = "file_row_number";

    private static final String EPISODE = "episode_index";
    private static final String FRAME = "frame_index";

    private final String name;
    private final DatasetFiles files;
    private final LeRobotInfo info;
    private final TableReader tables;
    private final TableBlocks blocks;
    private final EpisodeIndex index;
    private final LeRobotColumns columns;
    private final TaskTexts tasks;
    private final FieldPaths paths;
    private final TextWidths textWidths;
    /** Whether the task changes in an episode; empty before it is asked for. */
    private Optional<Boolean> isChanging = Optional.empty();

    /** Empty before they are asked for. */
    private Optional<Set<String>> tellingFlags = Optional.empty();

    private LeRobotDataset(DatasetFiles files, LeRobotInfo info, TableReader tables) throws IOException {
        this.files = files;
        this.info = info;
        this.tables = tables;
        blocks = new TableBlocks(tables);
        name = String.valueOf(files.folder().getFileName());
        index = new EpisodeIndex(files, info, tables);
        columns = new LeRobotColumns(index, tables, blocks, info.fps());
        tasks = new TaskTexts(files, info, tables);
        paths = new FieldPaths(info.features().keySet());
        textWidths = new TextWidths(index.episodes(), this::textBytes);
        requireTotal("total_episodes", info.episodes(), "meta/episodes has", index.episodes());
    }

    /**
     * 0 where the dataset does not say where the episode is: it is refused when it is asked for, and hides no others.
     */
    private int textBytes(int episode, String key) throws IOException {
        LeRobotPlace place;
        try {
            place = columns.place(episode);
        } catch (ExportRefusedException e) {
            return 0;
        }
        return columns.longest(place, info.features().get(key));
    }

    private static void requireTotal(String name, OptionalLong said, String where, long found) {
        if (said.orElse(found) != found) {
            throw new ExportRefusedException(
                    "%s says %s %s, but %s %s; repair the dataset",
                    LeRobotInfo.NAME, name, said.getAsLong(), where, found);
        }
    }

    /**
     * Opens the one in that folder.
     *
     * @throws ExportRefusedException when it is none, of another version than 3.0 and 2.1, or contradicts itself
     */
    static LeRobotDataset open(Path folder) throws IOException {
        DatasetFiles files = new DatasetFiles(folder);
        LeRobotInfo info = LeRobotInfo.read(files);
        TableReader tables = new TableReader(files);
        try {
            return new LeRobotDataset(files, info, tables);
        } catch (IOException | RuntimeException e) {
            tables.close();
            throw e;
        }
    }

    @Override
    public int episodes() {
        return index.episodes();
    }

    @Override
    public FoundEpisode episode(int episode, ImportNotes notes) throws IOException {
        LeRobotPlace place = columns.place(episode);
        RowCheck rows = RowCheck.of(place, info, tables, blocks);
        requireActions();
        noteOtherColumns(place.data(), notes);
        List<FieldSource> arrays = new ArrayList<>();
        stepTasks(place, rows, notes).ifPresent(arrays::add);
        boolean keepsTasks = arrays.isEmpty() && isChanging();
        arrays.addAll(
                new LeRobotArrays(info, columns, place, rows, keepsTasks, tellingFlags(), paths, textWidths, notes)
                        .all());
        return new LeRobotEpisode(info, name, place, rows, notes)
                .with(tasks.text(rows.task(), place, notes), arrays, paths);
    }

    /** What the robot was told at each step, in all episodes when one has several tasks. */
    private Optional<FieldSource> stepTasks(LeRobotPlace place, RowCheck rows, ImportNotes notes) throws IOException {
        if (tasks.maxBytes() == 0 || paths.has(StepTasks.PATH) || !isChanging()) {
            return Optional.empty();
        }
        if (!rows.isOneTask()) {
            notes.add(
                    "steps of an episode have several tasks: that of the first step is the instruction, and the field '"
                            + StepTasks.PATH + "' has that of each");
        }
        FieldSpec spec = new FieldSpec(
                StepTasks.PATH, DType.TEXT, List.of(tasks.maxBytes()), "", "", FieldPhase.STEP, false, true, true);
        String path = place.name() + "/" + StepTasks.PATH;
        return Optional.of(FieldSource.ofTexts(path, spec, 0, () -> columns.tasks(place, tasks)));
    }

    private boolean isChanging() throws IOException {
        if (isChanging.isEmpty()) {
            isChanging = Optional.of(index.hasSeveralTasks() || isChangingInTables());
        }
        return isChanging.get();
    }

    /** Datasets need not say it in what they write of their episodes. */
    private boolean isChangingInTables() throws IOException {
        return isInTables(List.of(EPISODE, RowCheck.TASK), "min(task_index) <> max(task_index)");
    }

    /** Flags that are set before the last step of some episode: all episodes have them as fields then. */
    private Set<String> tellingFlags() throws IOException {
        if (tellingFlags.isEmpty()) {
            Set<String> telling = new HashSet<>();
            for (String flag : RowCheck.FLAGS) {
                String isSet = "CAST(" + DuckDb.name(flag) + " AS BOOLEAN)";
                boolean isTelling = info.features().containsKey(flag)
                        && isInTables(
                                List.of(EPISODE, FRAME, flag),
                                "min(frame_index) FILTER (WHERE " + isSet + ") < max(frame_index)");
                if (isTelling) {
                    telling.add(flag);
                }
            }
            tellingFlags = Optional.of(telling);
        }
        return tellingFlags.get();
    }

    /** Whether a condition holds of the rows of an episode, in tables with numbers in these columns. */
    private boolean isInTables(List<String> columns, String condition) throws IOException {
        boolean[] found = {false};
        Set<Path> seen = new HashSet<>();
        for (int episode = 0; episode < index.episodes() && !found[0]; episode++) {
            Path file = table(episode).orElse(null);
            if (file != null && seen.add(file) && areNumbers(file, columns)) {
                String query = "SELECT 1 FROM " + TableReader.from(file) + " GROUP BY episode_index HAVING " + condition
                        + " LIMIT 1";
                tables.each(file, query, row -> found[0] = true);
            }
        }
        return found[0];
    }

    private boolean areNumbers(Path file, List<String> columns) throws IOException {
        Map<String, String> types = tables.types(file);
        return columns.stream().allMatch(column -> TableReader.isNumber(types.getOrDefault(column, "")));
    }

    /** Empty where the dataset does not say it: one damaged episode hides no others. */
    private Optional<Path> table(int episode) throws IOException {
        try {
            return Optional.of(columns.place(episode).data());
        } catch (ExportRefusedException e) {
            return Optional.empty();
        }
    }

    private void noteOtherColumns(Path table, ImportNotes notes) throws IOException {
        for (String column : tables.types(table).keySet()) {
            if (!info.features().containsKey(column) && !RowCheck.isStructure(column) && !column.equals(ROW_NUMBER)) {
                notes.add("column '" + column + "' is left out: " + LeRobotInfo.NAME + " has no such feature");
            }
        }
    }

    private void requireActions() {
        boolean hasActions =
                info.features().keySet().stream().anyMatch(key -> key.equals("action") || key.startsWith("action."));
        if (!hasActions) {
            throw new ExportRefusedException(
                    "the dataset has no feature 'action', and every recording has actions; add them");
        }
    }

    @Override
    public void compare(long steps, ImportNotes notes) throws IOException {
        requireTotal("total_frames", info.frames(), "the episodes have", steps);
        index.leftOut().forEach(notes::addColumnLeftOut);
        if (files.has("meta/stats.json") || files.has("meta/episodes_stats.jsonl")) {
            notes.add("the statistics of the dataset are left out: they follow from its arrays");
        }
    }

    @Override
    public void close() throws IOException {
        try (tables) {
            columns.close();
        }
    }
}
