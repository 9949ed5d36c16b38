package io.github.roboreel.dataset.trajectories;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.FieldNames;
import io.github.roboreel.dataset.FieldShapes;
import io.github.roboreel.dataset.FieldSource;
import io.github.roboreel.dataset.FoundArray;
import io.github.roboreel.dataset.ImportNotes;
import io.github.roboreel.dataset.Pictures;
import io.github.roboreel.dataset.TextWidths;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import io.github.roboreel.recorder.spi.files.ArrayFileReader.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What becomes of the arrays of a trajectory. Of T + 1 observations the first T are fields of {@code obs}, the last is
 * that of {@code final_obs}; of T + 1 states of the environment the first is the initial one, and the others come after
 * an action each.
 */
final class TrajectoryArrays {
    private static final String STATES = "env_states";
    private static final List<String> ACTIONS = List.of("actions", "action");
    private static final List<String> OBSERVATIONS = List.of("observations", "observation", "obs");

    private final ArrayFileReader file;
    private final TrajectoryPlace place;
    private final boolean isCompressed;
    private final TextWidths textWidths;
    private final ImportNotes notes;
    private final List<FieldSource> fields = new ArrayList<>();
    private long steps = -1;

    /** What the actions are called; another array of such a name is a field of its own. */
    private List<String> actions = List.of();

    /**
     * Of a trajectory.
     *
     * @param isCompressed whether rows of bytes are JPEG files, padded with zeros
     * @param textWidths of the dataset
     */
    TrajectoryArrays(
            ArrayFileReader file,
            TrajectoryPlace place,
            boolean isCompressed,
            TextWidths textWidths,
            ImportNotes notes) {
        this.textWidths = textWidths;
        this.file = file;
        this.place = place;
        this.isCompressed = isCompressed;
        this.notes = notes;
    }

    /** The fields of these arrays. */
    List<FieldSource> of(List<FoundArray> found) throws IOException {
        FoundArray first = ACTIONS.stream()
                .flatMap(group -> found.stream().filter(array -> isBelow(array.name(), List.of(group))))
                .findFirst()
                .orElseThrow(() -> new ExportRefusedException(
                        "%s has neither 'actions' nor 'action'; leave it out of the dataset", place));
        steps = first.count();
        actions = List.of(first.name().split("/")[0]);
        FieldNames names = FieldNames.of(found.stream().map(FoundArray::name).toList());
        for (FoundArray array : found) {
            add(array, names.legal(array.name()));
        }
        return List.copyOf(fields);
    }

    /** Number of actions. */
    long steps() {
        return steps;
    }

    private static boolean isBelow(String name, List<String> groups) {
        return groups.stream().anyMatch(group -> name.equals(group) || name.startsWith(group + "/"));
    }

    private static String below(String group, String name) {
        int slash = name.indexOf('/');
        return slash < 0 ? group : group + name.substring(slash);
    }

    private void add(FoundArray found, String name) throws IOException {
        String fault = fault(found);
        if (!fault.isEmpty()) {
            if (isBelow(found.name(), actions)) {
                throw new ExportRefusedException("'%s' of %s %s; repair the file", found.path(), place.file(), fault);
            }
            notes.add("'" + found.name() + "' is left out where it " + fault);
        } else if (isBelow(found.name(), actions)) {
            put(found, below(DemoPaths.ACTIONS, name), FieldPhase.STEP, 0);
        } else if (isBelow(found.name(), OBSERVATIONS)) {
            addObservation(found, name.indexOf('/') < 0 ? "/observation" : name.substring(name.indexOf('/')));
        } else if (isBelow(found.name(), List.of(STATES)) && found.count() == steps + 1) {
            put(found, below(DemoPaths.INITIAL_STATE, name), FieldPhase.INITIAL, 0);
            put(found, below(DemoPaths.STATES, name), FieldPhase.STEP, 1);
        } else if (found.count() == steps) {
            put(found, name, FieldPhase.STEP, 0);
        } else {
            notes.add("'" + found.name() + "' is left out where it has not one row a step");
        }
    }

    private void addObservation(FoundArray found, String name) throws IOException {
        put(found, "obs" + name, FieldPhase.STEP, 0);
        if (found.count() > steps) {
            put(found, DemoPaths.FINAL_OBS + name, FieldPhase.FINAL, steps);
        }
    }

    /** Why no field can hold it; empty where one can. */
    private String fault(FoundArray found) {
        if (found.info().isEmpty() || found.kind() == Kind.BLOBS || isTextOfNoRow(found)) {
            return FieldShapes.why(found);
        }
        long more = found.count() - steps;
        boolean mayHaveOneMore = isBelow(found.name(), OBSERVATIONS) || isBelow(found.name(), List.of(STATES));
        if (more != 0 && !(more == 1 && mayHaveOneMore)) {
            return Sentence.of("has %s rows for %s actions", found.count(), steps);
        }
        return found.info().get().rowShape().contains(0L) ? "has an axis of size 0" : "";
    }

    private static boolean isTextOfNoRow(FoundArray found) {
        return found.kind() == Kind.TEXTS && !FieldShapes.isTexts(found);
    }

    private void put(FoundArray found, String path, FieldPhase phase, long firstRow) throws IOException {
        if (found.kind() == Kind.TEXTS) {
            notes.addTexts(found);
            fields.add(FieldShapes.texts(found, path, phase, firstRow, textWidths.bytes(found.name())));
        } else if (isPictureFiles(found)) {
            fields.add(FieldShapes.pictures(found, path, phase, firstRow, pictureShape(found)));
        } else {
            fields.add(FieldShapes.numbers(found, path, phase, firstRow));
        }
    }

    private List<Integer> pictureShape(FoundArray found) throws IOException {
        try {
            return Pictures.shape(file.readBytes(found.path(), 0, 1));
        } catch (IOException e) {
            throw new ExportRefusedException(
                    "'%s' of %s is said to hold JPEG files ('compress'), but: %s; repair it",
                    found.path(), place.file(), e.getMessage());
        }
    }

    private boolean isPictureFiles(FoundArray found) {
        return isCompressed
                && found.name().contains("images/")
                && found.count() > 0
                && found.info()
                        .filter(info ->
                                info.dtype() == DType.UINT8 && info.rowShape().size() == 1)
                        .isPresent();
    }

    /** A flag after the last action; empty where it is not recorded. */
    Optional<Boolean> lastFlag(String name) throws IOException {
        String path = place.path(name);
        if (steps <= 0 || file.kind(path) != Kind.ARRAY || file.info(path).rows() != steps) {
            return Optional.empty();
        }
        boolean isSet = false;
        for (byte part : file.readBytes(path, steps - 1, steps)) {
            isSet |= part != 0;
        }
        return Optional.of(isSet);
    }
}
