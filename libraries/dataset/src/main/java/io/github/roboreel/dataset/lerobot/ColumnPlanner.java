package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.DatasetSurvey;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.FieldInfo;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.lerobot.LeRobotOptions.Fields;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.transform.statistics.LeRobotNames;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Decides which array becomes which column, and says so in notes. */
final class ColumnPlanner {
    private final int fps;
    private final LeRobotOrigin origin;
    private final Set<String> featureTexts;
    private final LeRobotOptions options;
    private final DatasetSurvey survey;
    private final Map<String, FieldInfo> fields;
    private final List<Column> columns = new ArrayList<>();
    private final List<String> notes;
    private final LeRobotFeature.Keys keys;
    /** Paths of arrays whose rows have several axes. */
    private final Set<String> flattened = new HashSet<>();

    ColumnPlanner(
            LeRobotSurvey episodes,
            DatasetSurvey survey,
            LeRobotOptions options,
            LeRobotFeature.Keys keys,
            List<String> notes) {
        this.fps = episodes.fps();
        this.origin = episodes.origin();
        this.featureTexts = episodes.featureTexts();
        this.options = options;
        this.survey = survey;
        this.fields = survey.fields();
        this.keys = keys;
        this.notes = notes;
    }

    /** All columns but those of pictures. */
    List<Column> columns(boolean hasRewards) {
        addAction();
        Set<String> inState = new HashSet<>();
        Set<String> rounded = new HashSet<>();
        if (!options.state().isEmpty() || !hasOriginalState()) {
            StatePlanner state = new StatePlanner(survey, options.state(), origin, notes);
            state.column().ifPresent(this::addMade);
            inState.addAll(state.exactPaths());
            rounded.addAll(state.roundedPaths());
        }
        addOutcome(hasRewards, options.reward());
        Map<Boolean, List<FieldInfo>> others = others(inState, hasRewards).stream()
                .collect(Collectors.partitioningBy(field -> isOfOrigin(field, rounded)));
        others.get(true).forEach(this::addOriginal);
        if (options.fields() == Fields.ALL) {
            others.get(false).forEach(this::addAuxiliary);
        } else {
            noteLeftOut(others.get(false), rounded);
        }
        addDefaults();
        noteFlattened();
        return columns;
    }

    /** Whether the state is that of the dataset that was imported, or is missing there, too. */
    private boolean hasOriginalState() {
        return origin.isThere()
                && (!origin.has(LeRobotNames.STATE)
                        || fields.keySet().stream()
                                .anyMatch(path -> origin.key(path)
                                        .filter(LeRobotNames.STATE::equals)
                                        .isPresent()));
    }

    private void noteFlattened() {
        List<String> paths = fields.values().stream()
                .filter(field -> flattened.contains(field.path()))
                .map(field -> "'" + field.path() + "' " + field.rowShape())
                .toList();
        if (!paths.isEmpty()) {
            notes.add("Rows of several axes are one vector per step, row-major, as LeRobot's tools need them;"
                    + " robolab.recorded in the info of their features has the shapes: " + String.join(", ", paths));
        }
    }

    /** Whether it was a feature of the dataset, whose name is still free. */
    private boolean isOfOrigin(FieldInfo field, Set<String> rounded) {
        boolean isRow = field.rowElements() > 0 && hasRowEachStep(field);
        boolean isTaken = rounded.contains(field.path())
                || !options.state().isEmpty()
                        && origin.key(field.path())
                                .filter(LeRobotNames.STATE::equals)
                                .isPresent();
        Optional<String> key = origin.key(field.path());
        boolean isFree = columns.stream().noneMatch(column -> key.equals(Optional.of(column.key())));
        return isRow && !isTaken && key.isPresent() && isFree;
    }

    private void addOriginal(FieldInfo field) {
        add(column(origin.key(field.path()).orElseThrow(), field), field.path());
    }

    /** What has a row for each step, and is in no column so far. */
    private List<FieldInfo> others(Set<String> inState, boolean hasRewards) {
        Optional<String> task = task();
        List<FieldInfo> others = new ArrayList<>();
        for (FieldInfo field : fields.values()) {
            boolean isElsewhere = field.path().equals(DemoPaths.ACTIONS)
                    || inState.contains(field.path())
                    || CameraPlanner.isPicture(field, origin)
                    || origin.isLanguage(field.path())
                    || task.equals(Optional.of(field.path()))
                    || isSameAsReward(field, hasRewards, options.reward());
            if (LeRobotSurvey.isPerStep(field.path()) && !isElsewhere) {
                others.add(field);
            }
        }
        return others;
    }

    private void noteLeftOut(List<FieldInfo> left, Set<String> rounded) {
        List<String> names = left.stream()
                .map(field -> field.path()
                        + (rounded.contains(field.path())
                                ? " (" + field.dtype().label() + ", which observation.state rounds to float32)"
                                : ""))
                .toList();
        if (!names.isEmpty()) {
            notes.add("Fields that a policy does not train on are left out, since readers load every column of every"
                    + " row; choose all fields instead of the policy's to keep them: " + String.join(", ", names));
        }
    }

    /** The field that tells the tasks, which is no column; none where it is a feature of some of the episodes. */
    private Optional<String> task() {
        List<String> paths = fields.values().stream()
                .filter(field -> StepTasks.canBe(field.path(), field.dtype(), field.rowElements()))
                .filter(this::hasRowEachStep)
                .map(FieldInfo::path)
                .toList();
        return StepTasks.chosen(paths, origin).filter(path -> !featureTexts.contains(path));
    }

    private boolean hasRowEachStep(FieldInfo field) {
        return survey.rows().get(field.path()).isOneEachStep();
    }

    private void addAction() {
        FieldInfo actions = fields.get(DemoPaths.ACTIONS);
        if (actions == null) {
            throw new ExportRefusedException(
                    "the episodes have no array '" + DemoPaths.ACTIONS + "', and LeRobot needs one; record it");
        }
        add(column(LeRobotNames.column(actions.path()), actions), actions.path());
    }

    private void addOutcome(boolean hasRewards, RewardPolicy reward) {
        if (hasRewards) {
            Column rewards = Column.each(rewards(reward), (episode, frame) -> episode.rewards()[(int) frame]);
            FieldInfo recorded = fields.get(DemoPaths.REWARDS);
            if (recorded != null && isSameAsReward(recorded, true, reward)) {
                add(rewards, recorded.path());
            } else {
                addMade(rewards);
            }
        }
        addFlag("next.done", facts -> true);
        addFlag("next.truncated", facts -> !facts.isTerminated());
        addFlag("next.success", EpisodeFacts::isSuccess);
    }

    private LeRobotFeature rewards(RewardPolicy reward) {
        Map<String, Object> info = new LinkedHashMap<>();
        info.put("robolab.reward", reward.source(survey));
        FieldInfo recorded = fields.get(DemoPaths.REWARDS);
        if (recorded != null && isSameAsReward(recorded, true, reward)) {
            info.put(RecordedPart.KEY, List.of(RecordedPart.json(recorded)));
        }
        return new LeRobotFeature(LeRobotNames.REWARD, DType.FLOAT32.label(), List.of(1L), Optional.empty(), info);
    }

    private void addFlag(String key, Predicate<EpisodeFacts> isSo) {
        if (origin.has(key)) {
            add(Column.flag(key, isSo));
        }
    }

    /** Then it is there already, bit for bit. */
    private static boolean isSameAsReward(FieldInfo field, boolean hasRewards, RewardPolicy reward) {
        return hasRewards
                && reward == RewardPolicy.RECORDED
                && field.path().equals(DemoPaths.REWARDS)
                && field.dtype() == DType.FLOAT32
                && field.rowElements() == 1;
    }

    /** Below {@code robolab}, where no policy takes it for its input. */
    private void addAuxiliary(FieldInfo field) {
        boolean fits = field.rowElements() > 0 && hasRowEachStep(field);
        if (!fits) {
            notes.add("'" + field.path() + "' is left out: a column needs a row per step with something in it");
            return;
        }
        String key = LeRobotNames.column(field.path());
        if (field.path().contains("image")) {
            notes.add("'" + field.path() + "' is called " + key + ": it is no picture");
        }
        add(column(key, field), field.path());
    }

    private void addDefaults() {
        LeRobotFeature time = LeRobotFeature.scalar("timestamp", DType.FLOAT32.label());
        // By the rate: what the reader looks pictures up with.
        add(Column.each(time, (episode, frame) -> (double) frame / fps));
        add(Column.count("frame_index", (episode, frame) -> frame));
        add(Column.count("episode_index", (episode, frame) -> episode.index()));
        add(Column.count("index", (episode, frame) -> episode.firstRow() + frame));
        add(Column.count("task_index", LeRobotRows::task));
    }

    /** An array, each row as one vector; half precision becomes single, which holds every value of it. */
    private Column column(String key, FieldInfo field) {
        DType dtype = field.dtype().widened();
        boolean isHalf = dtype != field.dtype();
        Map<String, Object> info = new LinkedHashMap<>();
        if (!field.unit().isEmpty()) {
            info.put("unit", field.unit());
        }
        if (!field.joinedOf().isEmpty()) {
            info.put("robolab.joined", field.joinedOf());
            notes.add("'" + field.path() + "' is " + field.origin());
        }
        info.put(RecordedPart.KEY, List.of(RecordedPart.json(field)));
        if (dtype == DType.UINT64) {
            notes.add("'" + field.path()
                    + "' is uint64: LeRobot's own reader takes values below 2^63, and fails at others");
        }
        if (dtype.isText()) {
            LeRobotFeature text = new LeRobotFeature(key, LeRobotFeature.STRING, List.of(1L), Optional.empty(), info);
            return Column.texts(text, field.rowElements(), RowSource.stored(field.path()));
        }
        // LeRobot's own tools know rows of one axis, and pictures.
        List<Long> shape = List.of((long) field.rowElements());
        if (field.rowShape().size() > 1) {
            flattened.add(field.path());
        }
        Optional<List<String>> names = field.rowShape().size() == 1 && field.rowElements() > 1
                ? Optional.of(elementNames(key, field))
                : Optional.empty();
        RowSource source =
                isHalf ? RowSource.joined(List.of(RowSource.values(field.path()))) : RowSource.stored(field.path());
        return new Column(new LeRobotFeature(key, dtype.label(), shape, names, info), dtype, source);
    }

    private static List<String> elementNames(String key, FieldInfo field) {
        if (!field.signal().names().isEmpty()) {
            return field.signal().names();
        }
        String name = key.substring(key.lastIndexOf('.') + 1);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < field.rowElements(); i++) {
            names.add(name + "_" + i);
        }
        return names;
    }

    /** A column that means the same in every dataset. */
    private void add(Column column) {
        keys.take(column.key(), column.key());
        columns.add(column.with(origin.described(column.feature(), fps)));
    }

    /** A column that is made for this export, whatever the dataset had under its key. */
    private void addMade(Column column) {
        keys.take(column.key(), column.key());
        columns.add(column);
    }

    /** The column of a field, described as the dataset did where that field was this feature. */
    private void add(Column column, String path) {
        keys.take(column.key(), path);
        boolean isSame = origin.key(path).equals(Optional.of(column.key()));
        columns.add(isSame ? column.with(origin.described(column.feature(), fps)) : column);
    }
}
