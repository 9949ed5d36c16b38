package io.github.roboreel.cli.export;

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
}
