package io.github.roboreel.dataset.rlds;

import io.github.roboreel.dataset.DatasetSurvey;
import io.github.roboreel.dataset.FieldInfo;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.rlds.RldsOptions.ImageFormat;
import io.github.roboreel.format.DemoPaths;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Where each recorded array goes: none is left out silently. */
final class RecordedFeatures {
    static final String REWARDS = "rewards";

    /** An array without a row per step is one value, which readers take as a whole. */
    private static final long MOST_WHOLE_BYTES = 64L << 20;

    /** What was recorded after the action of a step is not beside what was observed before. */
    private static final String NEXT = "steps/next/";

    private final DatasetSurvey survey;
    private final EpisodeScan scan;
    private final Alignment alignment;
    private final ImageFormat images;
    private final List<Feature> features = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();
    private final Set<String> used = new HashSet<>();

    RecordedFeatures(
            DatasetSurvey survey, EpisodeScan scan, Alignment alignment, ImageFormat images, RewardPolicy reward) {
        this.survey = survey;
        this.scan = scan;
        this.alignment = alignment;
        this.images = images;
        if (reward == RewardPolicy.RECORDED) {
            used.add(REWARDS);
        }
        addActions();
        alignment.observations().forEach(this::addObservation);
        survey.below(DemoPaths.STATES).forEach(this::addState);
        survey.fields().values().forEach(this::addOther);
    }

    List<Feature> features() {
        return List.copyOf(features);
    }

    /** Paths of arrays that are not in the dataset. */
    List<String> leftOut() {
        return List.copyOf(leftOut);
    }

    private void addActions() {
        FieldInfo actions = survey.fields().get(EpisodeIdentity.ACTIONS);
        used.add(actions.path());
        addOfAction("steps/action", actions, described(actions));
    }

    private void addObservation(FieldInfo field) {
        String path = field.path();
        String key = "steps/observation/" + path.substring(alignment.group().length());
        String other = alignment.isOfStates() ? Alignment.initialPath(path) : Alignment.finalPath(path);
        RowFeed feed = alignment.isOfStates() ? RowFeed.ofState(other, path) : RowFeed.ofObservation(path, other);
        used.add(path);
        if (alignment.hasLastStep()) {
            used.add(other);
        }
        features.add(new Feature(key, Codecs.ofRow(field, images), feed.of(field), described(field)));
    }

    /** States from before each action, where there is one more step than actions. */
    private void addState(FieldInfo field) {
        boolean whole = alignment.hasLastStep() && Alignment.hasFirst(survey, scan, field);
        if (!whole || !used.add(field.path())) {
            return;
        }
        String initial = Alignment.initialPath(field.path());
        used.add(initial);
        features.add(new Feature(
                "steps/" + field.path(),
                Codecs.ofRow(field, images),
                RowFeed.ofState(initial, field.path()).of(field),
                described(field) + ", before the action of the step"));
    }

    private void addOther(FieldInfo field) {
        if (!used.add(field.path())) {
            return;
        }
        if (!isOfAction(field)) {
            addWhole(field);
            return;
        }
        addOfAction(NEXT + field.path(), field, described(field) + ", after the action of the step");
    }

    /** With one step, an initial state looks like a row per step. */
    private boolean isOfAction(FieldInfo field) {
        return scan.isOneEachStep(field.path())
                && !field.path().startsWith("initial_")
                && !DemoPaths.isIn(DemoPaths.FINAL_OBS, field.path());
    }

    private void addOfAction(String key, FieldInfo field, String description) {
        RowFeed feed = RowFeed.ofAction(field.path(), field.rowBytes());
        features.add(new Feature(key, Codecs.ofRow(field, images), feed.of(field), description));
    }

    private void addWhole(FieldInfo field) {
        if (scan.mostBytes(field.path()) > MOST_WHOLE_BYTES) {
            leftOut.add(field.path());
            return;
        }
        features.add(new Feature(
                "arrays/" + field.path(),
                Codecs.ofWhole(field),
                RowFeed.whole(field.path()),
                described(field) + ", all rows"));
    }

    private static String described(FieldInfo field) {
        String unit = field.unit().isEmpty() ? "" : " in " + field.unit();
        return "recorded as " + field.origin() + unit;
    }
}
