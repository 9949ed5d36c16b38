package io.github.roboreel.dataset.rlds;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.FieldNames;
import io.github.roboreel.dataset.FieldSource;
import io.github.roboreel.dataset.ImportNotes;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.schema.FieldPhase;
import java.io.IOException;
import java.util.List;

/**
 * What becomes of the arrays of a foreign episode: observations go to {@code obs}, the action to {@code actions}, the
 * reward to {@code rewards}, all else stays below {@code steps}. Of N steps whose last one has no action the first N -
 * 1 are steps, and what the last one observes is that of {@code final_obs}.
 */
final class ForeignArrays {
    private static final String OBSERVATION = StepForms.STEPS + "observation";

    /** Arrays of the episode as a whole, given once. */
    private static final String INITIAL = "initial_episode/";

    private final RldsRecord episode;
    private final StepForms forms;
    private final FieldNames names;
    private final ImportNotes notes;
    private final FieldSources sources;
    private final boolean hasLastStep;

    ForeignArrays(FieldSources sources, RldsRecord episode, StepForms forms, FieldNames names, ImportNotes notes)
            throws IOException {
        this.episode = episode;
        this.forms = forms;
        this.names = names;
        this.notes = notes;
        this.sources = sources;
        hasLastStep = StepForms.hasLastStep(episode) && !forms.endsWithAction();
    }

    /** Number of actions. */
    long steps() {
        return hasLastStep ? episode.steps() - 1 : episode.steps();
    }

    List<FieldSource> of(List<LeafFeature> features) throws IOException {
        noteAlignment();
        for (LeafFeature feature : features) {
            if (!episode.arrays().containsKey(feature.key())) {
                notes.add("'" + feature.key() + "' is left out where it "
                        + episode.leftOut().get(feature.key()));
            } else if (feature.isStep()) {
                addSteps(feature);
            } else if (!EpisodeValues.isValue(feature)) {
                addWhole(feature);
            }
        }
        List<FieldSource> all = sources.all();
        if (all.stream().noneMatch(source -> isAction(source.spec().path()))) {
            throw new ExportRefusedException(
                    episode.where() + " has no action that a recording can hold; repair the dataset, or leave it out");
        }
        return all;
    }

    private static boolean isAction(String path) {
        return path.equals(DemoPaths.ACTIONS) || DemoPaths.isIn(DemoPaths.ACTIONS, path);
    }

    private void noteAlignment() throws IOException {
        if (episode.steps() == 0) {
            notes.add("episodes without steps are recorded with 0 steps");
        } else if (hasLastStep) {
            notes.add("the last step of an episode (is_last) has no action and no reward, so N steps are N - 1 actions,"
                    + " and what it observes is final_obs");
        } else if (StepForms.hasLastStep(episode)) {
            notes.add("last steps (is_last) have actions or rewards other than 0, so N steps are N actions, and there"
                    + " is no final_obs");
        } else {
            notes.add("episodes of one step, or whose last step is not said to be it (is_last), are recorded with all"
                    + " their steps and without final_obs");
        }
    }

    private void addSteps(LeafFeature feature) throws IOException {
        String key = feature.key();
        if (isImplied(feature) && !forms.unfit().contains(key)) {
            return;
        }
        if (forms.unfit().contains(key)) {
            notes.add("'" + key + "' is left out: it holds bytes that are no text in UTF-8 without NUL");
            return;
        }
        noteType(feature);
        String path = path(key);
        sources.add(key, path, FieldPhase.STEP, 0);
        if (hasLastStep && !StepForms.isOfAction(key)) {
            sources.add(key, DemoPaths.finalOf(path), FieldPhase.FINAL, episode.steps() - 1);
        }
    }

    /** Whether the recording says the same without it. */
    private boolean isImplied(LeafFeature feature) {
        String key = feature.key();
        boolean isFlag =
                key.equals(StepForms.IS_FIRST) || key.equals(StepForms.IS_LAST) || key.equals(StepForms.IS_TERMINAL);
        return isFlag && !forms.telling().contains(key) || forms.isInstruction(key, feature.form());
    }

    private void noteType(LeafFeature feature) {
        if (feature.type().isWidened()) {
            notes.add("'" + feature.key() + "' is " + feature.type().label() + ", recorded as "
                    + feature.type().dtype().label() + ", which holds all its values");
        }
    }

    private void addWhole(LeafFeature feature) throws IOException {
        if (episode.arrays().get(feature.key()).count() != 1) {
            notes.add("'" + feature.key() + "' is left out where it has not one row an episode");
            return;
        }
        noteType(feature);
        sources.add(feature.key(), INITIAL + names.legal(feature.key()), FieldPhase.INITIAL, 0);
    }

    private String path(String key) {
        String legal = names.legal(key);
        if (key.equals(OBSERVATION)) {
            return DemoPaths.in(DemoPaths.OBS, "observation");
        }
        if (key.startsWith(OBSERVATION + "/")) {
            return DemoPaths.OBS + legal.substring(OBSERVATION.length());
        }
        if (key.equals(StepForms.ACTION) || key.startsWith(StepForms.ACTION + "/")) {
            return DemoPaths.ACTIONS + legal.substring(StepForms.ACTION.length());
        }
        if (key.equals(StepForms.REWARD) || key.startsWith(StepForms.REWARD + "/")) {
            return DemoPaths.REWARDS + legal.substring(StepForms.REWARD.length());
        }
        return legal;
    }
}
