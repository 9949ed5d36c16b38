package io.github.roboreel.dataset.robomimic;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.FieldShapes;
import io.github.roboreel.dataset.FieldSource;
import io.github.roboreel.dataset.FoundArray;
import io.github.roboreel.dataset.ImportNotes;
import io.github.roboreel.dataset.RecordedForm;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.FieldSignal;
import io.github.roboreel.format.PoseOrder;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import io.github.roboreel.recorder.spi.files.ArrayFileReader.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What becomes of the arrays of a robomimic demo. */
final class RobomimicArrays {
    private static final String NEXT_OBS = "next_obs/";
    private static final String OBS = "obs/";
    private static final String REWARDS = "rewards";
    private static final String DONES = "dones";
    private static final String RECORDED_PATH = "recorded_path";

    /** What is read of an array, or follows from it, and what tools of HDF5 add. */
    private static final Set<String> ARRAY_ATTRIBUTES = Set.of(
            AttributeNames.UNIT,
            AttributeNames.FRAME,
            AttributeNames.NON_FINITE_ALLOWED,
            AttributeNames.QUATERNION,
            AttributeNames.NOISE_FREE,
            "joined_of",
            "CLASS",
            "NAME",
            "VERSION",
            "TITLE",
            "FLAVOR");

    private final ArrayFileReader file;
    private final String group;
    private final long steps;
    private final String ending;
    private final RobomimicMetadata metadata;
    private final FileForms forms;
    private final String instruction;
    private final ImportNotes notes;
    private final List<FieldSource> arrays = new ArrayList<>();

    /**
     * Of a demo.
     *
     * @param ending how our exporter says that it ended; empty in other files
     * @param metadata of the file
     * @param instruction that was taken, be it from one of them
     */
    RobomimicArrays(
            ArrayFileReader file,
            String group,
            long steps,
            String ending,
            RobomimicMetadata metadata,
            FileForms forms,
            String instruction,
            ImportNotes notes) {
        this.forms = forms;
        this.instruction = instruction;
        this.file = file;
        this.group = group;
        this.steps = steps;
        this.ending = ending;
        this.metadata = metadata;
        this.notes = notes;
    }

    /** The arrays of the demo as they are recorded. */
    List<FieldSource> of(List<FoundArray> all) throws IOException {
        boolean areRewardsMadeUp = notes.isMadeUp(metadata.rewardsSource());
        for (FoundArray given : all) {
            FoundArray found = named(given);
            if (isEmpty(found)) {
                continue;
            }
            if (found.name().startsWith(NEXT_OBS)) {
                addNext(found);
            } else if (!(found.name().equals(REWARDS) && areRewardsMadeUp)
                    && !(found.name().equals(DONES) && areDerived(found, metadata.donesSource()))) {
                addPlain(found, recordedPath(found));
            }
        }
        return asRecorded();
    }

    /** Under a name that fields can have. */
    private FoundArray named(FoundArray found) throws IOException {
        String name = forms.name(found.name());
        if (!name.equals(found.name())) {
            notes.add(Sentence.of(
                    "'%s' is called '%s', since names of fields have no other characters", found.name(), name));
        }
        return new FoundArray(found.path(), name, found.kind(), found.info(), found.fault(), found.rows());
    }

    /** Of no values, whatever its rows. */
    private boolean isEmpty(FoundArray found) {
        boolean isEmpty =
                found.info().filter(info -> info.rowShape().contains(0L)).isPresent();
        if (isEmpty && found.name().equals(DemoPaths.ACTIONS)) {
            throw new ExportRefusedException("'%s' has no values in its rows; repair the file", found.path());
        }
        if (isEmpty) {
            notes.add("'" + found.name() + "' is left out: one of its axes has size 0");
        }
        return isEmpty;
    }

    private List<FieldSource> asRecorded() throws IOException {
        List<FieldSource> recorded = new ArrayList<>();
        for (FieldSource found : arrays) {
            FieldSource array = described(found);
            Map<String, Object> attributes = file.attributes(array.path());
            Optional<RecordedForm> form = RecordedForm.parse(
                    String.valueOf(attributes.get("recorded_dtype")), String.valueOf(attributes.get("recorded_shape")));
            noteAttributes(array.path().substring(group.length() + 1), attributes);
            recorded.add(form.isPresent() ? form.get().of(array, steps, notes) : array);
        }
        return recorded;
    }

    private void noteAttributes(String name, Map<String, Object> attributes) {
        for (String attribute : attributes.keySet()) {
            boolean isKnown = attribute.startsWith("recorded_") || ARRAY_ATTRIBUTES.contains(attribute);
            if (!isKnown) {
                notes.add("attribute '" + attribute + "' of '" + name + "' is left out");
            }
        }
    }

    /** With what our exporter says of its elements. */
    private FieldSource described(FieldSource array) {
        FieldSignal said = metadata.signals().of(array.path().substring(group.length() + 1));
        return said.isEmpty() ? array : array.withSpec(array.spec().withIfPossible(said));
    }

    /** Where our exporter had it from, when it gave it another name. */
    private String recordedPath(FoundArray found) throws IOException {
        return file.attributes(found.path()).get(RECORDED_PATH) instanceof String path ? path : found.name();
    }

    private void add(FoundArray found, String path, FieldPhase phase, long firstRow) throws IOException {
        if (FieldShapes.isTexts(found)) {
            notes.addTexts(found);
            arrays.add(FieldShapes.texts(
                    found, path, phase, firstRow, forms.textBytes(found.path().substring(group.length() + 1))));
        } else if (isPoseToTurn(found)) {
            notes.add("the quaternions of every 'root_pose' are turned to w, x, y, z: the file has x, y, z, w, as the"
                    + " attribute 'format_version' of its root group says (Isaac Lab 3)");
            arrays.add(FieldShapes.xyzwPoses(found, path, phase, firstRow));
        } else {
            noteUnknownOrder(found);
            arrays.add(FieldShapes.numbers(found, path, phase, firstRow));
        }
    }

    private boolean isPoseToTurn(FoundArray found) {
        return found.info()
                .filter(info -> metadata.poseOrder().isToTurn(found.path(), info.rowShape()))
                .isPresent();
    }

    private void noteUnknownOrder(FoundArray found) {
        if (metadata.poseOrder() == PoseOrder.XYZW
                && found.info().filter(info -> mayBeRotation(found, info)).isPresent()) {
            notes.add("'" + found.name() + "' is kept as it is: the file says the order of quaternions in 'root_pose'"
                    + " only; Isaac Lab 3 gives others as x, y, z, w, too");
        }
    }

    /** By name and width; a matrix of 4 x 4 is no quaternion. */
    private static boolean mayBeRotation(FoundArray found, DatasetInfo info) {
        List<Long> shape = info.rowShape();
        long width = shape.isEmpty() ? 0 : shape.get(shape.size() - 1);
        boolean isMatrix = shape.size() > 1 && shape.get(shape.size() - 2) == PoseOrder.QUATERNION_VALUES;
        return DemoPaths.namesRotation(found.name())
                && info.dtype().isFloating()
                && (width == PoseOrder.QUATERNION_VALUES && !isMatrix || width == PoseOrder.POSE_VALUES);
    }

    private void addPlain(FoundArray found, String name) throws IOException {
        boolean isNeeded = name.startsWith("actions") || name.startsWith(OBS);
        if (!isNeeded
                && !FieldShapes.isTexts(found)
                && (found.kind() != Kind.ARRAY || found.info().isEmpty())) {
            notes.add("'" + name + "' is left out: it " + FieldShapes.why(found));
        } else if (name.startsWith("initial_")) {
            addLastRow(found, FieldPhase.INITIAL);
        } else if (name.startsWith(DemoPaths.FINAL_OBS + "/")) {
            addLastRow(found, FieldPhase.FINAL);
        } else if (found.count() == steps || found.info().isEmpty()) {
            add(found, name, FieldPhase.STEP, 0);
        } else {
            leaveOut(found, isNeeded);
        }
    }

    private void leaveOut(FoundArray found, boolean isNeeded) throws IOException {
        if (isNeeded) {
            throw new ExportRefusedException(
                    "'" + found.path() + "' has " + found.count() + " rows for " + steps + " actions; repair the file");
        }
        boolean isTaken = FieldShapes.isTexts(found)
                && found.rows().texts().stream()
                        .allMatch(text -> text.isBlank() || text.strip().equals(instruction));
        if (!isTaken) {
            notes.add("'" + found.name() + "' is left out where it has not one row a step");
        }
    }

    private void addLastRow(FoundArray found, FieldPhase phase) throws IOException {
        if (found.count() == 0) {
            notes.add("'" + found.name() + "' has no row in some demos and is left out there");
            return;
        }
        if (found.count() > 1) {
            notes.add("of the rows of '" + found.name() + "' the last is kept, the one that counts");
        }
        add(found, found.name(), phase, found.count() - 1);
    }

    private void addNext(FoundArray found) throws IOException {
        if (found.kind() == Kind.TEXTS && !FieldShapes.isTexts(found)) {
            notes.add("'" + found.name() + "' is left out: it " + FieldShapes.why(found));
            return;
        }
        if (found.count() != steps || steps == 0) {
            leaveOut(found, found.info().isPresent() && steps > 0);
            return;
        }
        String current = OBS + found.path().substring(group.length() + 1 + NEXT_OBS.length());
        String observation = OBS + found.name().substring(NEXT_OBS.length());
        String finalPath = "final_" + recordedObservation(current).orElse(observation);
        boolean hasFinal = file.kind(group + "/" + finalPath) != Kind.NOTHING;
        if (!hasFinal) {
            add(found, finalPath, FieldPhase.FINAL, steps - 1);
        }
        if (hasFinal || forms.isNextKept(found.path().substring(group.length() + 1), current)) {
            notes.add(Sentence.of(
                    "'%s' is kept, because it is not the next row of '%s' at every step", found.name(), observation));
            add(found, found.name(), FieldPhase.STEP, 0);
        }
    }

    /** Where our exporter had the observation from, when it gave it another name. */
    private Optional<String> recordedObservation(String current) throws IOException {
        String path = group + "/" + current;
        boolean isThere = file.kind(path) == Kind.ARRAY || file.kind(path) == Kind.TEXTS;
        return isThere && file.attributes(path).get(RECORDED_PATH) instanceof String recorded
                ? Optional.of(recorded)
                : Optional.empty();
    }

    /**
     * Whether our exporter made them from the ending; one that does not say so made those that say no more than the
     * ending.
     */
    private boolean areDerived(FoundArray dones, String source) throws IOException {
        if (!source.isEmpty()) {
            return source.equals("ending");
        }
        boolean isScalars = !ending.isEmpty()
                && dones.count() == steps
                && dones.info()
                        .filter(i -> i.dtype() == DType.INT64 && i.rowShape().isEmpty())
                        .isPresent();
        return isScalars && isOneAtTheEnd(file.readBytes(dones.path(), 0, steps));
    }

    private boolean isOneAtTheEnd(byte[] bytes) {
        ByteBuffer dones = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (long step = 0; step < steps; step++) {
            boolean isOne = ending.equals("terminated") && step == steps - 1;
            if (dones.getLong() != (isOne ? 1 : 0)) {
                return false;
            }
        }
        return true;
    }
}
