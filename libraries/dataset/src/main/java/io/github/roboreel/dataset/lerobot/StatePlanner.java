package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.DatasetSurvey;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.FieldInfo;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.names.KnownNames;
import io.github.roboreel.recordings.episodes.NamePattern;
import io.github.roboreel.recordings.transform.statistics.LeRobotNames;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Puts {@code observation.state} together: what a policy knew before each action. These are the arrays that were
 * chosen; else the vectors below {@code obs} but time stamps, or, without any, the positions of the robot's joints one
 * step before.
 */
final class StatePlanner {
    private static final String KEY = LeRobotNames.STATE;
    private static final String ROBOT = DemoPaths.ARTICULATIONS + "/robot/joint_position";

    private final DatasetSurvey survey;
    private final List<String> notes;
    private final LeRobotOrigin origin;
    private final List<FieldInfo> parts;

    /**
     * Of the arrays that those patterns name, in their order; of the usual ones without any.
     *
     * @param origin whose other features keep their columns
     */
    StatePlanner(DatasetSurvey survey, List<String> chosen, LeRobotOrigin origin, List<String> notes) {
        this.survey = survey;
        this.notes = notes;
        this.origin = origin;
        this.parts = chosen.isEmpty() ? usual() : chosen(chosen);
    }

    private List<FieldInfo> usual() {
        return survey.below(DemoPaths.OBS).stream()
                .filter(f -> LeRobotNames.isInState(f.path(), f.dtype(), f.rowShape(), f.unit()))
                .filter(f -> origin.key(f.path()).isEmpty())
                .toList();
    }

    private List<FieldInfo> chosen(List<String> patterns) {
        Set<FieldInfo> chosen = new LinkedHashSet<>();
        for (String given : patterns) {
            NamePattern pattern = new NamePattern(given);
            List<FieldInfo> found = survey.fields().values().stream()
                    .filter(field -> pattern.matches(field.path()))
                    .toList();
            if (found.isEmpty()) {
                throw RoboReelException.badArgument(
                        "no episode has a field '%s' for %s; %s",
                        given, KEY, KnownNames.hint(given, survey.fields().keySet()));
            }
            found.forEach(this::requireKnownBeforeActions);
            chosen.addAll(found);
        }
        return List.copyOf(chosen);
    }

    private void requireKnownBeforeActions(FieldInfo field) {
        boolean isPicture = CameraPlanner.isPicture(field, origin);
        if (field.dtype().isText() || isPicture || field.rowElements() == 0) {
            throw new ExportRefusedException(
                    "'%s' is %s, and %s is a vector of numbers; choose others",
                    field.path(), isPicture ? "pictures" : "no numbers", KEY);
        }
        boolean isState = DemoPaths.isIn(DemoPaths.STATES, field.path())
                && survey.fields().containsKey(initial(field));
        if (!isState && !isObserved(field)) {
            throw new ExportRefusedException(
                    "'%s' is not known before the first action, so it is no part of %s; choose fields below %s, or"
                            + " below %s with their initial values",
                    field.path(), KEY, DemoPaths.OBS, DemoPaths.STATES);
        }
    }

    private static boolean isObserved(FieldInfo field) {
        return DemoPaths.isIn(DemoPaths.OBS, field.path());
    }

    private static boolean isVector(FieldInfo field) {
        return field.dtype().isFloating() && field.rowShape().size() <= 1 && field.rowElements() > 0;
    }

    /** Observations that need no column of their own, since float32 holds them exactly. */
    Set<String> exactPaths() {
        return observed(true);
    }

    /** Observations that float32 may round. */
    Set<String> roundedPaths() {
        return observed(false);
    }

    private Set<String> observed(boolean isExact) {
        return parts.stream()
                .filter(f -> isObserved(f) && LeRobotNames.isExactInState(f.dtype()) == isExact)
                .map(FieldInfo::path)
                .collect(Collectors.toSet());
    }

    /** The column; empty when nothing is there to make it of. */
    Optional<Column> column() {
        if (!parts.isEmpty()) {
            notes.add(KEY
                    + " is what was observed before each action: "
                    + parts.stream().map(StatePlanner::named).collect(Collectors.joining(", ")));
            return Optional.of(column(
                    parts,
                    parts.stream().map(this::source).toList(),
                    parts.stream().map(this::recorded).toList()));
        }
        return robot().map(this::stateBefore).or(this::noState);
    }

    private static String named(FieldInfo field) {
        return field.path() + (isObserved(field) ? "" : " of the step before");
    }

    private RowSource.Part source(FieldInfo field) {
        if (isObserved(field)) {
            return RowSource.values(field.path());
        }
        requireInitialRow(field);
        return RowSource.valuesBefore(initial(field), field.path());
    }

    private Map<String, Object> recorded(FieldInfo field) {
        return isObserved(field)
                ? RecordedPart.json(field)
                : RecordedPart.initialJson(survey.fields().get(initial(field)));
    }

    private Optional<Column> noState() {
        notes.add("There is no "
                + KEY
                + ": the recording has neither vectors below obs nor "
                + ROBOT
                + " with its initial values");
        return Optional.empty();
    }

    /** The joints of the robot; of the only articulation where none is called so. */
    private Optional<FieldInfo> robot() {
        List<FieldInfo> joints = joints();
        return joints.stream()
                .filter(f -> joints.size() == 1 || f.path().equals(ROBOT))
                .filter(f -> isVector(f) && survey.fields().containsKey(initial(f)))
                .findFirst();
    }

    private List<FieldInfo> joints() {
        return survey.below(DemoPaths.STATES).stream()
                .filter(f -> f.path().endsWith("/joint_position"))
                .toList();
    }

    private Column stateBefore(FieldInfo robot) {
        requireInitialRow(robot);
        notes.add(KEY
                + " is '"
                + robot.path()
                + "' before each action: initial_state, then the states of the step before"
                + (joints().size() > 1 ? "; the joints of other articulations are no part of it" : ""));
        return column(
                List.of(robot),
                List.of(RowSource.valuesBefore(initial(robot), robot.path())),
                List.of(RecordedPart.initialJson(survey.fields().get(initial(robot)))));
    }

    private void requireInitialRow(FieldInfo joints) {
        FieldInfo initial = survey.fields().get(initial(joints));
        if (initial.rowElements() != joints.rowElements()) {
            throw new ExportRefusedException("'"
                    + initial.path()
                    + "' has rows of "
                    + initial.rowElements()
                    + " values, but '"
                    + joints.path()
                    + "' of "
                    + joints.rowElements()
                    + ", and "
                    + KEY
                    + " needs both; record observations below obs, or the same joints in"
                    + " both");
        }
        survey.rows().get(initial.path()).firstWithout().ifPresent(where -> {
            throw new ExportRefusedException(
                    where + " has no row in '" + initial.path() + "', with which " + KEY + " starts; leave it out");
        });
    }

    private static String initial(FieldInfo state) {
        return DemoPaths.initialOf(state.path());
    }

    private static Column column(
            List<FieldInfo> fields, List<RowSource.Part> parts, List<Map<String, Object>> recorded) {
        List<String> names = fields.stream().flatMap(f -> names(f).stream()).toList();
        LeRobotFeature feature = new LeRobotFeature(
                KEY,
                DType.FLOAT32.label(),
                List.of((long) names.size()),
                Optional.of(names),
                Map.of(RecordedPart.KEY, recorded));
        return new Column(feature, DType.FLOAT32, RowSource.joined(parts));
    }

    private static List<String> names(FieldInfo field) {
        String path = field.path().substring(field.path().indexOf('/') + 1).replace('/', '.');
        List<String> names = new ArrayList<>();
        for (int i = 0; i < field.rowElements(); i++) {
            boolean isNamed = !field.signal().names().isEmpty();
            String number = field.rowElements() == 1 ? path : path + "_" + i;
            names.add(isNamed ? path + "." + field.signal().names().get(i) : number);
        }
        return names;
    }
}
