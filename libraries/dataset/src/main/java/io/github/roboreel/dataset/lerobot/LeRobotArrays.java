package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.FieldShapes;
import io.github.roboreel.dataset.FieldSource;
import io.github.roboreel.dataset.ForeignRows;
import io.github.roboreel.dataset.FoundArray;
import io.github.roboreel.dataset.ImportNotes;
import io.github.roboreel.dataset.RecordedForm;
import io.github.roboreel.dataset.TextWidths;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.FieldSignal;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.files.ArrayFileReader.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What becomes of the columns and cameras of an episode. Of our own exports, every array goes back to where it was. */
final class LeRobotArrays {
    private static final String REWARD = "next.reward";
    private static final Set<String> OUTCOMES = Set.of("next.done", "next.truncated", "next.success");
    private static final String AFTER_ACTION = "robolab.after_action.";
    private static final int LONG_ROW_ELEMENTS = 10_000;

    private final LeRobotInfo info;
    private final LeRobotColumns columns;
    private final LeRobotPlace place;
    private final RowCheck rows;
    private final boolean keepsTasks;
    private final Set<String> tellingColumns;
    private final FieldPaths paths;
    private final TextWidths textWidths;
    private final ImportNotes notes;
    private final boolean isOurs;
    private final List<FieldSource> arrays = new ArrayList<>();
    private final Set<String> taken = new HashSet<>();

    /**
     * Of an episode.
     *
     * @param keepsTasks whether {@code task_index} is kept: it changes in an episode, and no field has the texts
     * @param tellingColumns times and flags that say more than is known without them in some episode
     */
    LeRobotArrays(
            LeRobotInfo info,
            LeRobotColumns columns,
            LeRobotPlace place,
            RowCheck rows,
            boolean keepsTasks,
            Set<String> tellingColumns,
            FieldPaths paths,
            TextWidths textWidths,
            ImportNotes notes) {
        this.info = info;
        this.columns = columns;
        this.place = place;
        this.rows = rows;
        this.keepsTasks = keepsTasks;
        this.tellingColumns = tellingColumns;
        this.paths = paths;
        this.textWidths = textWidths;
        this.notes = notes;
        isOurs = RecordedPart.areIn(info);
    }

    List<FieldSource> all() throws IOException {
        List<LeRobotFeature> joined = new ArrayList<>();
        for (LeRobotFeature feature : info.features().values()) {
            int parts = RecordedPart.of(feature).size();
            if (parts > 1 || isOurs && parts == 1 && isJoined(feature)) {
                joined.add(feature);
            } else if (!isLeftOut(feature)) {
                add(feature);
            }
        }
        // After the others, which hold the same arrays exactly where these do not.
        for (LeRobotFeature feature : joined) {
            addParts(feature);
        }
        return arrays;
    }

    private static boolean isJoined(LeRobotFeature feature) {
        return feature.key().equals("observation.state");
    }

    private boolean isLeftOut(LeRobotFeature feature) {
        String key = feature.key();
        if (key.equals(RowCheck.TASK) && keepsTasks) {
            notes.add("steps of an episode have several tasks: the first one is the instruction, 'task_index' is kept");
            return false;
        }
        if (key.equals(RowCheck.TIMESTAMP) && (tellingColumns.contains(key) || !rows.isTimed())) {
            notes.add("'timestamp' is kept, because it is not frame_index/fps at every step");
            return false;
        }
        if (RowCheck.isStructure(key)) {
            return true;
        }
        if (key.equals(REWARD)) {
            return isRewardLeftOut(feature);
        }
        return OUTCOMES.contains(key) && isOutcomeLeftOut(feature) || isPictureLeftOut(feature);
    }

    private boolean isRewardLeftOut(LeRobotFeature feature) {
        boolean isOther = isOurs && RecordedPart.of(feature).isEmpty();
        return notes.isMadeUp(RecordedPart.rewardsSource(info)) || isOther;
    }

    /** A flag that is set at the last step, or never, in all episodes is what the outcome says. */
    private boolean isOutcomeLeftOut(LeRobotFeature feature) {
        String flag = feature.key();
        boolean isTelling = tellingColumns.contains(flag) || rows.flag(flag).isBefore();
        return isOurs || rows.has(flag) && !isTelling;
    }

    private boolean isPictureLeftOut(LeRobotFeature feature) {
        if (isOurs && feature.key().startsWith(AFTER_ACTION)) {
            notes.add("'" + feature.key() + "' is left out: it is the recorder's own video of what was seen after each"
                    + " action, no array of the recording");
            return true;
        }
        if (feature.isVideo() && feature.isDepth() && feature.shape().get(2) != 1) {
            notes.add("'" + feature.key() + "' is left out: it is a video of depths in "
                    + feature.shape().get(2) + " channels, and depths have one");
            return true;
        }
        boolean isKnown = feature.isVideo()
                || feature.isLanguage()
                || feature.isImage()
                || feature.isText()
                || feature.dtype().isPresent();
        if (!isKnown) {
            notes.add("'" + feature.key() + "' is left out: it is of the type '"
                    + feature.type().substring(0, Math.min(40, feature.type().length()))
                    + "', which is neither numbers, a text nor pictures");
        }
        return !isKnown;
    }

    private void add(LeRobotFeature feature) throws IOException {
        Optional<RecordedPart> recorded = RecordedPart.of(feature).stream().findFirst();
        String fieldPath = recorded.isPresent() ? recorded.get().path() : paths.of(feature.key());
        FieldSource array = found(feature, fieldPath);
        boolean isNumbers = array.areNumbers();
        if (recorded.isPresent()) {
            array = described(array, recorded.get());
        }
        Optional<RecordedForm> form = recorded.map(RecordedPart::form)
                .or(() -> feature.dtype()
                        .filter(dtype -> dtype != dtype.widened())
                        .map(dtype -> new RecordedForm(dtype, feature.sizes())));
        boolean isOther = form.isPresent()
                && !(form.get().dtype() == array.spec().dtype()
                        && form.get().shape().equals(array.spec().shape()));
        FieldSource inForm = isNumbers && isOther ? form.get().of(array, place.length(), notes) : array;
        keep(recorded.isPresent() ? saying(inForm, recorded.get().signal()) : inForm);
    }

    private static FieldSource described(FieldSource array, RecordedPart part) {
        return array.withSpec(
                array.spec().withUnit(part.unit()).withFrame(part.frame()).with(FieldSignal.NONE));
    }

    private static FieldSource saying(FieldSource array, FieldSignal signal) {
        return array.withSpec(array.spec().withIfPossible(signal));
    }

    private void keep(FieldSource array) {
        if (taken.add(array.spec().path())) {
            arrays.add(array);
        }
    }

    private FieldSource found(LeRobotFeature feature, String fieldPath) throws IOException {
        FoundArray found = columns.array(place, feature);
        if (feature.key().equals(LanguageRows.PERSISTENT) && feature.isLanguage()) {
            String text = columns.persistent(place, feature, notes);
            FieldSource each = FieldShapes.texts(found, fieldPath, FieldPhase.INITIAL, 0, textBytes(feature));
            return FieldSource.ofTexts(found.path(), each.spec(), 0, () -> List.of(text));
        }
        if (feature.isText() || feature.isLanguage()) {
            return FieldShapes.texts(found, fieldPath, FieldPhase.STEP, 0, textBytes(feature));
        }
        if (feature.isVideo()) {
            requireVideo(feature);
        } else if (found.kind() == Kind.BLOBS) {
            return FieldShapes.pictures(found, fieldPath, FieldPhase.STEP, 0, feature.sizes());
        } else if (!feature.isImage()) {
            columns.column(place, feature).note().ifPresent(notes::add);
            requireFirstRow(feature);
        }
        return FieldShapes.numbers(found, fieldPath, FieldPhase.STEP, 0);
    }

    /** Of all episodes; of others, those that cannot be read count for nothing. */
    private int textBytes(LeRobotFeature feature) throws IOException {
        return Math.max(columns.longest(place, feature), textWidths.bytes(feature.key()));
    }

    /** Before memory is taken for rows that are said to be long. */
    private void requireFirstRow(LeRobotFeature feature) throws IOException {
        if (place.length() > 0 && feature.elements() > LONG_ROW_ELEMENTS) {
            columns.numbers(place, feature, 0, 1);
        }
    }

    private void requireVideo(LeRobotFeature feature) throws IOException {
        if (!rows.isTimed()) {
            throw new ExportRefusedException(
                    "%s: 'timestamp' is not frame_index/fps, so it is not known which frames of the videos belong to its "
                            + "steps; repair the dataset",
                    place.name());
        }
        columns.videos().check(feature, place);
        columns.videos().noteDoubts(feature, place, notes);
        notes.add("'" + feature.key() + "' was compressed as a video: "
                + (feature.isDepth()
                        ? "its depths, " + new DepthScale(feature).range() + ", are those of 4096 codes"
                        : "its frames are recorded as they are decoded, which is not bit for bit what the camera saw"));
    }

    private void addParts(LeRobotFeature feature) throws IOException {
        DType dtype = SourceColumn.inTable(feature);
        long from = 0;
        for (RecordedPart part : RecordedPart.of(feature)) {
            long to = from + part.elements();
            if (!taken.contains(part.path())) {
                String slice = place.name() + "/" + feature.key() + "/" + from + ":" + to;
                ForeignRows elements = columns.elements(place, feature, (int) from, (int) to);
                FieldPhase phase = part.isInitial() ? FieldPhase.INITIAL : FieldPhase.STEP;
                FieldSpec spec = new FieldSpec(
                        part.path(), dtype, List.of((int) part.elements()), "", "", phase, false, true, true);
                FieldSource array = described(new FieldSource(slice, spec, dtype, true, elements), part);
                keep(saying(part.form().of(array, place.length(), notes), part.signal()));
            }
            from = to;
        }
    }
}
