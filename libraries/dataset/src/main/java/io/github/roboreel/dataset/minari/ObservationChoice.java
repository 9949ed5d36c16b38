package io.github.roboreel.dataset.minari;

import io.github.roboreel.dataset.DatasetSurvey;
import io.github.roboreel.dataset.FieldInfo;
import io.github.roboreel.dataset.minari.MinariOptions.Observations;
import io.github.roboreel.format.DemoPaths;
import java.util.Optional;

/** Finds which observations the episodes allow where none were asked for. */
final class ObservationChoice {
    private ObservationChoice() {}

    /** States, where each of them has its initial value in every episode; else what the policy saw. */
    static Observations of(Observations asked, DatasetSurvey survey) {
        if (asked != Observations.AUTO) {
            return asked;
        }
        boolean hasStates = false;
        for (FieldInfo field : survey.fields().values()) {
            Leaf leaf = Leaf.inInfos(field, false);
            if (DemoPaths.isIn(DemoPaths.STATES, field.path()) && leaf.isLike(initial(leaf, survey))) {
                hasStates = true;
                if (isMissing(leaf, survey)) {
                    return Observations.OBS;
                }
            }
        }
        return hasStates ? Observations.STATES : Observations.OBS;
    }

    private static FieldInfo initial(Leaf state, DatasetSurvey survey) {
        return survey.fields().get(state.in(DemoPaths.INITIAL_STATE));
    }

    private static boolean isMissing(Leaf state, DatasetSurvey survey) {
        return survey.rows()
                .get(state.in(DemoPaths.INITIAL_STATE))
                .firstWithout()
                .isPresent();
    }

    /** What to say of a choice; empty when it was none. */
    static Optional<String> note(Observations asked, Observations chosen) {
        if (asked != Observations.AUTO) {
            return Optional.empty();
        }
        return Optional.of(
                chosen == Observations.STATES
                        ? "the observations are 'initial_state' and 'states', which every episode has"
                        : "the observations are 'obs' and 'final_obs', since not every episode has states with an"
                                + " initial value");
    }
}
