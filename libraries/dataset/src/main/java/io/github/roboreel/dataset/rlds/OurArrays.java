package io.github.roboreel.dataset.rlds;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.FieldSource;
import io.github.roboreel.dataset.ImportNotes;
import io.github.roboreel.dataset.RecordedForm;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Brings the arrays of an episode that our exporter wrote back to where they were recorded. */
final class OurArrays {
    private static final String STEPS = StepForms.STEPS;
    private static final String OBSERVATION = STEPS + "observation/";
    private static final String STATES = STEPS + DemoPaths.STATES + "/";
    private static final String NEXT = STEPS + "next/";
    private static final String WHOLE = "arrays/";

    /** What the exporter makes of how an episode went. */
    private static final Set<String> MADE = Set.of(
            StepForms.IS_FIRST,
            StepForms.IS_LAST,
            StepForms.IS_TERMINAL,
            STEPS + "discount",
            STEPS + "language_instruction");

    private final RldsRecord episode;
    private final OurMetadata metadata;
    private final ImportNotes notes;
    private final FieldSources sources;

    OurArrays(FieldSources sources, RldsRecord episode, OurMetadata metadata, ImportNotes notes) {
        this.sources = sources;
        this.episode = episode;
        this.metadata = metadata;
        this.notes = notes;
    }

    /** Number of actions. */
    long steps() {
        return metadata.hasLastStep() ? episode.steps() - 1 : episode.steps();
    }

    List<FieldSource> of(List<LeafFeature> features) throws IOException {
        if (steps() < 0) {
            throw new ExportRefusedException(
                    episode.where() + " has 0 steps, but a last one was expected; export the recording again");
        }
        for (LeafFeature feature : features) {
            String key = feature.key();
            if (episode.arrays().containsKey(key)) {
                add(key);
            } else {
                notes.add("'" + key + "' is left out where it "
                        + episode.leftOut().get(key));
            }
        }
        List<FieldSource> all = sources.all();
        if (all.stream().noneMatch(source -> source.spec().path().equals(DemoPaths.ACTIONS))) {
            throw new ExportRefusedException(episode.where() + " has no action; export the recording again");
        }
        return all;
    }

    private void add(String key) throws IOException {
        if (key.equals(StepForms.ACTION)) {
            put(key, DemoPaths.ACTIONS, FieldPhase.STEP, 0);
        } else if (key.equals(StepForms.REWARD)) {
            addReward(key);
        } else if (key.startsWith(OBSERVATION)) {
            addObservation(key, key.substring(OBSERVATION.length()));
        } else if (key.startsWith(STATES)) {
            addStates(key, key.substring(STATES.length()));
        } else if (key.startsWith(NEXT)) {
            put(key, key.substring(NEXT.length()), FieldPhase.STEP, 0);
        } else if (key.startsWith(WHOLE)) {
            addWhole(key, key.substring(WHOLE.length()));
        } else if (key.startsWith(STEPS) && !MADE.contains(key)) {
            notes.add("'" + key + "' is left out: no export of ours has it");
        }
    }

    private void addReward(String key) throws IOException {
        if (!notes.isMadeUp(metadata.rewards())) {
            put(key, DemoPaths.REWARDS, FieldPhase.STEP, 0);
        }
    }

    private void addObservation(String key, String name) throws IOException {
        if (!metadata.hasGroup(DemoPaths.OBS)) {
            addStates(key, name);
            return;
        }
        String path = DemoPaths.in(DemoPaths.OBS, name);
        put(key, path, FieldPhase.STEP, 0);
        if (metadata.hasLastStep()) {
            put(key, DemoPaths.finalOf(path), FieldPhase.FINAL, episode.steps() - 1);
        }
    }

    private void addStates(String key, String name) throws IOException {
        put(key, DemoPaths.in(DemoPaths.INITIAL_STATE, name), FieldPhase.INITIAL, 0);
        put(key, DemoPaths.in(DemoPaths.STATES, name), FieldPhase.STEP, 1);
    }

    private void addWhole(String key, String path) throws IOException {
        long rows = episode.arrays().get(key).count();
        boolean isInitial = path.startsWith("initial_");
        if (!isInitial && !path.startsWith("final_")) {
            notes.add("'" + key + "' is left out where it has not one row a step");
        } else if (rows == 0) {
            notes.add("'" + path + "' has no row in some episodes and is left out there");
        } else {
            if (rows > 1) {
                notes.add("of the rows of '" + path + "' the last is kept, the one that counts");
            }
            put(key, path, isInitial ? FieldPhase.INITIAL : FieldPhase.FINAL, rows - 1);
        }
    }

    private void put(String key, String path, FieldPhase phase, long firstRow) throws IOException {
        FieldSource source = sources.add(key, path, phase, firstRow);
        FieldSpec spec = source.spec().withUnit(metadata.unit(path)).withFrame(metadata.frame(path));
        sources.replaceLast(inRecordedForm(source.withSpec(spec.withIfPossible(metadata.signal(path)))));
    }

    private FieldSource inRecordedForm(FieldSource source) throws IOException {
        FieldSpec spec = source.spec();
        Optional<RecordedForm> form = metadata.form(spec.path());
        boolean isSame = form.isEmpty()
                || form.get().dtype() == spec.dtype() && form.get().shape().equals(spec.shape());
        if (isSame) {
            return source;
        }
        return spec.dtype() == DType.TEXT
                ? asWide(source, form.get())
                : form.get().of(source, steps(), notes);
    }

    /** A text with the room that it was recorded with, unless it is longer. */
    private static FieldSource asWide(FieldSource source, RecordedForm form) {
        FieldSpec spec = source.spec();
        boolean fits = form.dtype() == DType.TEXT
                && form.shape().size() == 1
                && form.shape().get(0) >= spec.elements();
        return fits
                ? source.withSpec(new FieldSpec(
                        spec.path(),
                        DType.TEXT,
                        form.shape(),
                        spec.unit(),
                        spec.frame(),
                        spec.phase(),
                        false,
                        true,
                        true))
                : source;
    }
}
