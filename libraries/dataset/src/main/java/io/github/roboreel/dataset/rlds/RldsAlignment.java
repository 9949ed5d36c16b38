package io.github.roboreel.dataset.rlds;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.FieldInfo;
import io.github.roboreel.format.DemoPaths;
import java.util.List;
import java.util.Optional;

/**
 * How T recorded rows become N steps.
 *
 * @param observations arrays that are the observation
 * @param group the one they are in: {@code obs}, or {@code states} where no obs was recorded
 * @param hasLastStep whether a last step holds what came after the last action: N = T + 1
 * @param sentence for readers of the dataset
 * @param advice for who exports; empty for none
 */
record RldsAlignment(
        List<FieldInfo> observations, String group, boolean hasLastStep, String sentence, Optional<String> advice) {
    private static final String LAST_STEP =
            "T actions are T + 1 steps: step i holds the observation before action i, action i and"
                    + " its reward; the last step holds the last observation, its action, reward"
                    + " and discount are zeros without meaning.";

    private static final String ADVICE =
            "without the others, that is of complete ones only, T actions become T + 1 steps.";

    /**
     * Decides it from what all episodes have.
     *
     * @throws ExportRefusedException when there is nothing to observe
     */
    static RldsAlignment of(RldsSurvey survey) {
        List<FieldInfo> obs = survey.arrays().below(DemoPaths.OBS);
        if (obs.isEmpty()) {
            return ofStates(survey);
        }
        Optional<String> lacking = obs.stream()
                .filter(field -> !survey.isEverywhere(DemoPaths.finalOf(field.path()), field))
                .map(field -> DemoPaths.finalOf(field.path()))
                .findFirst();
        return lacking.map(path -> withoutLastStep(obs, path, survey))
                .orElseGet(() -> new RldsAlignment(obs, DemoPaths.OBS, true, LAST_STEP, Optional.empty()));
    }

    private static RldsAlignment ofStates(RldsSurvey survey) {
        List<FieldInfo> states = survey.arrays().below(DemoPaths.STATES);
        if (states.isEmpty() || !states.stream().allMatch(field -> hasFirst(survey, field))) {
            throw new ExportRefusedException("the episodes have neither 'obs' nor 'states' that all have their"
                    + " 'initial_state', so there is nothing to observe; record one of them");
        }
        String sentence = "No 'obs' was recorded: the observation is the state, 'initial_state' before the"
                + " first action and 'states' after each. ";
        return new RldsAlignment(states, DemoPaths.STATES, true, sentence + LAST_STEP, Optional.empty());
    }

    private static RldsAlignment withoutLastStep(List<FieldInfo> obs, String lacking, RldsSurvey survey) {
        String sentence = "T actions are T steps: not every episode has '" + lacking
                + "', so the observation after the last action is not there, and the last"
                + " step (is_last) holds the last action and its reward, which readers"
                + " that follow RLDS strictly ignore.";
        Optional<String> advice = Optional.of(lacking)
                .filter(survey::isSomewhere)
                .map(path -> "Some episodes have '" + path + "'; " + ADVICE);
        return new RldsAlignment(obs, DemoPaths.OBS, false, sentence, advice);
    }

    /** Whether a state has the row it started from, everywhere. */
    static boolean hasFirst(RldsSurvey survey, FieldInfo state) {
        return survey.isEverywhere(DemoPaths.initialOf(state.path()), state);
    }

    /** Whether the observation is taken from {@code states}. */
    boolean isOfStates() {
        return group.equals(DemoPaths.STATES);
    }
}
