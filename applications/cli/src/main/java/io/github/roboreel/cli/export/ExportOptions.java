package io.github.roboreel.cli.export;

import io.github.roboreel.dataset.transform.EpisodeChange;
import io.github.roboreel.dataset.transform.TransformSpecs;
import io.github.roboreel.dataset.transform.Transitions;
import io.github.roboreel.format.fault.RoboReelException;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of all exports: choice of episodes, reward. */
final class ExportOptions {
    @Mixin
    ChoiceOptions choice;

    @Option(
            names = "--reward",
            paramLabel = "SOURCE",
            defaultValue = "recorded",
            description = "Rewards: recorded (the array rewards; zeros without one), success (1 at the"
                    + " last step of a success) or score-delta (what each step adds to"
                    + " subtask/score) (default ${DEFAULT-VALUE}).")
    String reward;

    @Option(
            names = "--transform",
            paramLabel = "SPEC",
            description = "Change the episodes on their way; given again, one after the other. drop=PATTERN leaves"
                    + " fields out; rename=OLD:NEW; slice=FIELD[FROM:END] keeps these elements; resize=PATTERN:HxW resizes pictures;"
                    + " relative=ACTIONS:STATE[FROM:END] makes these elements of the actions relative to the"
                    + " state; resample=HZ changes the number of steps: floats are interpolated, actions,"
                    + " pictures and integers are held, rewards summed; videos and final observations are"
                    + " left out; window=size:K[,shift:S][,stride:T][,partial] makes each step a window of K"
                    + " steps, T apart, that begins S (1) after the one before, at the end partial ones filled"
                    + " up; nstep=n:N[,discount:D] makes returns of N recorded rewards and next_obs. The dataset's"
                    + " notes and the episodes' attribute \"transforms\" say what was done.")
    List<String> transforms = List.of();

    /** Where rewards come from, as the user wrote it. */
    public String reward() {
        return reward;
    }

    /** Which episodes. */
    public ChoiceOptions choice() {
        return choice;
    }

    /** Changes as the user wrote them. */
    public List<String> transforms() {
        return transforms;
    }

    /**
     * The changes.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT, when one is none, or contradicts the rewards
     */
    public List<EpisodeChange> changes() {
        List<EpisodeChange> changes = TransformSpecs.parse(transforms);
        // Returns are sums of what was recorded; other rewards would take their place.
        boolean hasReturns = changes.stream().anyMatch(Transitions.class::isInstance);
        if (hasReturns && !reward.equalsIgnoreCase("recorded")) {
            throw RoboReelException.badArgument(
                    "--transform nstep adds up recorded rewards and --reward '%s' would replace the sums;"
                            + " leave one of them out",
                    reward);
        }
        return changes;
    }
}
