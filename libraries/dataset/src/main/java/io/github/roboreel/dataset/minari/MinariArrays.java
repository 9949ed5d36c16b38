package io.github.roboreel.dataset.minari;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.FieldNames;
import io.github.roboreel.dataset.FieldShapes;
import io.github.roboreel.dataset.FieldSource;
import io.github.roboreel.dataset.FoundArray;
import io.github.roboreel.dataset.ImportNotes;
import io.github.roboreel.dataset.Pictures;
import io.github.roboreel.dataset.RecordedForm;
import io.github.roboreel.dataset.TextWidths;
import io.github.roboreel.dataset.minari.MinariOrigin.EmptyArray;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import io.github.roboreel.recorder.spi.files.ArrayFileReader.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What becomes of the arrays of a Minari episode. Of T + 1 observations the first T are fields of {@code obs}, the last
 * is that of {@code final_obs}. Of an episode that our exporter wrote, every array goes back to where it was recorded.
 */
final class MinariArrays {
    private static final String STATE = "state";

    private final ArrayFileReader file;
    private final String group;
    private final long steps;
    private final MinariAttributes attributes;
    private final Set<String> pictures;
    private final FieldNames names;
    private final TextWidths textWidths;
    private final boolean isOurs;
    private final ImportNotes notes;
    private final List<FieldSource> arrays = new ArrayList<>();
    private final List<EmptyArray> emptyArrays = new ArrayList<>();

    MinariArrays(
            ArrayFileReader file,
            String group,
            long steps,
            MinariAttributes attributes,
            boolean isOurs,
            Set<String> pictures,
            FieldNames names,
            TextWidths textWidths,
            ImportNotes notes) {
        this.file = file;
        this.group = group;
        this.steps = steps;
        this.attributes = attributes;
        this.isOurs = isOurs;
        this.pictures = pictures;
        this.names = names;
        this.textWidths = textWidths;
        this.notes = notes;
    }

    /** All of them; {@code extras} is what our exporter added to the metadata. */
    List<FieldSource> of(JsonNode extras) throws IOException {
        List<FoundArray> actions = FoundArray.below(file, group + "/actions", notes);
        List<FoundArray> observations = required("observations");
        List<FoundArray> infos = FoundArray.below(file, group + "/infos", notes);
        for (FoundArray found : withElements(actions)) {
            requireRows(found, steps);
            add(values(found, joined(DemoPaths.ACTIONS, name(found)), FieldPhase.STEP, 0));
        }
        for (FoundArray found : withElements(observations)) {
            addObservation(found);
        }
        addRewards(extras);
        addFlags(extras.path("flags_source").asText(""));
        MinariInfos others = new MinariInfos(steps, attributes, isOurs, paths(), notes);
        List<FoundArray> beside =
                attributes.isOurs() ? FoundArray.below(file, group + "/" + MinariArray.OTHERS, notes) : List.of();
        arrays.addAll(others.of(withElements(infos), withElements(beside), this::name, this::values));
        return asRecorded(extras);
    }

    /** Path below the episode, as the dataset has it. */
    private String original(FoundArray found) {
        return found.path().substring(group.length() + 1);
    }

    /** Path below the observations, actions or infos, as a field can have it. */
    private String name(FoundArray found) {
        String legal = names.legal(original(found));
        return found.name().isEmpty() ? "" : legal.substring(legal.indexOf('/') + 1);
    }

    /** Those whose rows hold something; of the others it is noted that they are there. */
    private List<FoundArray> withElements(List<FoundArray> all) {
        List<FoundArray> kept = new ArrayList<>();
        for (FoundArray found : all) {
            Optional<DatasetInfo> empty =
                    found.info().filter(info -> info.rowShape().contains(0L));
            if (empty.isEmpty()) {
                kept.add(found);
            } else {
                emptyArrays.add(new EmptyArray(
                        original(found),
                        empty.get().dtype().label(),
                        empty.get().rowShape(),
                        empty.get().rows() - steps));
            }
        }
        return kept;
    }

    /**
     * Original path below the episode by the path of the field.
     *
     * @return of the fields that {@link #of} has found
     */
    Map<String, String> originals() {
        Map<String, String> originals = new HashMap<>();
        for (FieldSource array : arrays) {
            if (array.spec().phase() == FieldPhase.STEP) {
                originals.put(array.spec().path(), array.path().substring(group.length() + 1));
            }
        }
        return originals;
    }

    /** Arrays whose rows hold nothing. */
    List<EmptyArray> emptyArrays() {
        return List.copyOf(emptyArrays);
    }

    /** The field that numbers or texts become. */
    private FieldSource values(FoundArray found, String path, FieldPhase phase, long firstRow) throws IOException {
        if (!FieldShapes.isTexts(found)) {
            return FieldShapes.numbers(found, path, phase, firstRow);
        }
        notes.addTexts(found);
        return FieldShapes.texts(found, path, phase, firstRow, textWidths.bytes(original(found)));
    }

    /** Of the fields so far. */
    private Set<String> paths() {
        return arrays.stream().map(array -> array.spec().path()).collect(Collectors.toSet());
    }

    private List<FoundArray> required(String name) throws IOException {
        List<FoundArray> found = FoundArray.below(file, group + "/" + name, notes);
        if (found.isEmpty()) {
            throw new ExportRefusedException(
                    "'" + group + "' has no '" + name + "', which every episode of Minari has; repair the dataset");
        }
        return found;
    }

    private void add(FieldSource array) {
        arrays.add(array);
    }

    private static String joined(String group, String name) {
        return name.isEmpty() ? group : group + "/" + name;
    }

    private void requireRows(FoundArray found, long expected) {
        if (found.count() >= 0 && found.count() != expected) {
            throw new ExportRefusedException(
                    "'%s' has %s rows, but %s were expected; repair the dataset",
                    found.path(), found.count(), expected);
        }
    }

    private void addObservation(FoundArray found) throws IOException {
        boolean isOurState = isOurs && attributes.lastObservation().equals(STATE);
        if (isOurState) {
            requireRows(found, steps + 1);
            add(observation(found, joined(DemoPaths.INITIAL_STATE, name(found)), FieldPhase.INITIAL, 0));
            add(observation(found, joined(DemoPaths.STATES, name(found)), FieldPhase.STEP, 1));
            return;
        }
        String name = found.name().isEmpty() && !isOurs ? "observation" : name(found);
        if (found.count() == steps) {
            notes.add("observations have no row after the last action, so there is no final_obs");
        } else {
            requireRows(found, steps + 1);
            add(observation(found, joined(DemoPaths.FINAL_OBS, name), FieldPhase.FINAL, steps));
        }
        add(observation(found, joined("obs", name), FieldPhase.STEP, 0));
    }

    private FieldSource observation(FoundArray found, String path, FieldPhase phase, long firstRow) throws IOException {
        if (!isPictureFiles(found)) {
            return values(found, path, phase, firstRow);
        }
        List<Integer> shape = Pictures.shape(firstPicture(found));
        return FieldShapes.pictures(found, path, phase, firstRow, shape);
    }

    private boolean isPictureFiles(FoundArray found) {
        if (!pictures.contains(found.name())) {
            return false;
        }
        boolean isBytes = found.info()
                .filter(i -> i.dtype() == DType.UINT8 && i.rowShape().size() == 1)
                .isPresent();
        return found.kind() == Kind.BLOBS || (found.kind() == Kind.ARRAY && isBytes);
    }

    private byte[] firstPicture(FoundArray found) throws IOException {
        return found.kind() == Kind.BLOBS
                ? file.readBlobs(found.path(), 0, 1).get(0)
                : file.readBytes(found.path(), 0, 1);
    }

    private void addRewards(JsonNode extras) throws IOException {
        List<FoundArray> rewards = required("rewards");
        String source =
                attributes.rewardsSource().orElse(extras.path("rewards_source").asText(""));
        if (!notes.isMadeUp(source)) {
            addOutcomes("rewards", rewards);
        }
    }

    /**
     * Our exporter makes flags from the ending where none were recorded; one that does not say so made those that say
     * no more than the ending.
     */
    private void addFlags(String source) throws IOException {
        List<FoundArray> terminations = required("terminations");
        List<FoundArray> truncations = required("truncations");
        boolean isSaid = !source.isEmpty();
        if (attributes.isOurs() && (isSaid ? source.equals("ending") : areDerived())) {
            return;
        }
        addOutcomes("terminations", terminations);
        addOutcomes("truncations", truncations);
    }

    private void addOutcomes(String name, List<FoundArray> outcomes) {
        for (FoundArray found : outcomes) {
            requireRows(found, steps);
            add(FieldShapes.numbers(found, name, FieldPhase.STEP, 0));
        }
    }

    private boolean areDerived() throws IOException {
        boolean isTerminated = attributes.isTerminated();
        return endsWith("terminations", isTerminated) && endsWith("truncations", !isTerminated);
    }

    private boolean endsWith(String name, boolean last) throws IOException {
        byte[] flags = file.readBytes(group + "/" + name, 0, steps);
        for (int step = 0; step < flags.length; step++) {
            boolean expected = last && step == flags.length - 1;
            if (flags[step] != (expected ? 1 : 0)) {
                return false;
            }
        }
        return flags.length == steps;
    }

    /** With what only our exporter's metadata says: units, frames, recorded types and shapes. */
    private List<FieldSource> asRecorded(JsonNode extras) throws IOException {
        List<FieldSource> recorded = new ArrayList<>();
        for (FieldSource array : arrays) {
            FieldSpec spec = array.spec();
            String unit = extras.path("units").path(spec.path()).asText(spec.unit());
            String frame = extras.path("frames").path(spec.path()).asText(spec.frame());
            FieldSource described = array.withSpec(spec.withUnit(unit).withFrame(frame));
            recorded.add(inRecordedForm(described, extras.path("recorded")));
        }
        return recorded;
    }

    private FieldSource inRecordedForm(FieldSource array, JsonNode forms) throws IOException {
        JsonNode form = forms.path(array.path().substring(group.length() + 1));
        Optional<RecordedForm> recorded = RecordedForm.parse(
                form.path("dtype").asText(), form.path("shape").toString());
        return recorded.isPresent() ? recorded.get().of(array, steps, notes) : array;
    }
}
