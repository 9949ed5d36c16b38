package io.github.roboreel.dataset.rlds;

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
    /** An array without a row per step is one value, which readers take as a whole. */
    private static final long MAX_WHOLE_BYTES = 64L << 20;

    /** So many elements are named to readers; {@code metadata.json} names all. */
    private static final int MAX_DESCRIBED = 64;

    /** What was recorded after the action of a step is not beside what was observed before. */
    private static final String NEXT = "steps/next/";

    private final RldsSurvey survey;
    private final RldsAlignment alignment;
    private final ImageFormat images;
    private final List<RldsFeature> features = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();
    private final Set<String> used = new HashSet<>();

    RecordedFeatures(RldsSurvey survey, RldsAlignment alignment, ImageFormat images, RewardPolicy reward) {
        this.survey = survey;
        this.alignment = alignment;
        this.images = images;
        if (reward == RewardPolicy.RECORDED) {
            used.add(DemoPaths.REWARDS);
        }
        addActions();
        alignment.observations().forEach(this::addObservation);
        survey.arrays().below(DemoPaths.STATES).forEach(this::addState);
        survey.arrays().fields().values().forEach(this::addOther);
    }

    List<RldsFeature> features() {
        return List.copyOf(features);
    }

    /** Paths of arrays that are not in the dataset. */
    List<String> leftOut() {
        return List.copyOf(leftOut);
    }

    private void addActions() {
        FieldInfo actions = survey.arrays().fields().get(DemoPaths.ACTIONS);
        used.add(actions.path());
        addRows("steps/action", actions, RowFeed.ofAction(actions), "");
    }

    private void addObservation(FieldInfo field) {
        String path = field.path();
        String other = alignment.isOfStates() ? DemoPaths.initialOf(path) : DemoPaths.finalOf(path);
        used.add(path);
        if (alignment.hasLastStep()) {
            used.add(other);
        }
        RowFeed feed = alignment.isOfStates() ? RowFeed.ofState(field, other) : RowFeed.ofObservation(field, other);
        addRows("steps/observation/" + DemoPaths.below(alignment.group(), path), field, feed, "");
    }

    /** States from before each action, where there is one more step than actions. */
    private void addState(FieldInfo field) {
        boolean whole = alignment.hasLastStep() && RldsAlignment.hasFirst(survey, field);
        if (!whole || !used.add(field.path())) {
            return;
        }
        String initial = DemoPaths.initialOf(field.path());
        used.add(initial);
        addRows("steps/" + field.path(), field, RowFeed.ofState(field, initial), ", before the action of the step");
    }

    private void addOther(FieldInfo field) {
        if (!used.add(field.path())) {
            return;
        }
        if (isOfAction(field)) {
            addRows(NEXT + field.path(), field, RowFeed.ofAction(field), ", after the action of the step");
        } else if (survey.mostBytes(field.path()) > MAX_WHOLE_BYTES) {
            leftOut.add(field.path());
        } else {
            String description = described(field) + ", all rows";
            features.add(new RldsFeature(
                    "arrays/" + field.path(), ValueCodec.ofWhole(field), RowFeed.whole(field.path()), description));
        }
    }

    /** With one step, an initial state looks like a row per step. */
    private boolean isOfAction(FieldInfo field) {
        return survey.isOneEachStep(field.path())
                && !field.path().startsWith("initial_")
                && !DemoPaths.isIn(DemoPaths.FINAL_OBS, field.path());
    }

    private void addRows(String key, FieldInfo field, RowFeed feed, String remark) {
        features.add(new RldsFeature(key, ValueCodec.ofRow(field, images), feed, described(field) + remark));
    }

    private static String described(FieldInfo field) {
        String unit = field.unit().isEmpty() ? "" : " in " + field.unit();
        List<String> names = field.signal().names();
        String elements = names.isEmpty() || names.size() > MAX_DESCRIBED ? "" : ": " + String.join(", ", names);
        return "recorded as " + field.origin() + unit + elements;
    }
}
