package io.github.roboreel.cli.export;

import io.github.roboreel.cli.base.Arguments;
import io.github.roboreel.cli.base.NoteOptions;
import io.github.roboreel.cli.base.PositiveNumber;
import io.github.roboreel.cli.base.ValueFilterOption;
import io.github.roboreel.recordings.episodes.EpisodeChoice;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that choose episodes for their arrays. */
public final class ChoiceOptions {
    @Option(names = "--success-only", description = "Only successes.")
    boolean successOnly;

    @Option(names = "--complete-only", description = "No episode that was given up or whose recorder died.")
    boolean completeOnly;

    @Option(
            names = "--env-name",
            paramLabel = "NAME",
            arity = "1..*",
            description = "Only these envs (patterns as in '*Bowl*').")
    List<String> envNames = List.of();

    @Option(
            names = "--episodes",
            paramLabel = "LIST",
            description = "Only episodes with these numbers in their env folder, for example 0-9,17 (default: all).")
    String episodes;

    @Option(
            names = "--min-steps",
            paramLabel = "N",
            converter = PositiveNumber.class,
            description = "Only episodes of that many steps or more (default: any that has one where steps are read,"
                    + " else all).")
    Integer minSteps;

    @Mixin
    NoteOptions notes;

    @Mixin
    ValueFilterOption values;

    /**
     * The choice asked for, for commands that read steps.
     *
     * @throws io.github.roboreel.format.fault.RoboReelException of kind BAD_ARGUMENT, when the numbers or values are
     *     none
     */
    public EpisodeChoice choice() {
        return choice(1);
    }

    /**
     * The same for commands that take episodes without a step, too.
     *
     * @throws io.github.roboreel.format.fault.RoboReelException as {@link #choice()}
     */
    public EpisodeChoice choiceOfAny() {
        return choice(0);
    }

    private EpisodeChoice choice(int fewest) {
        return Arguments.checked(() -> new EpisodeChoice(
                envNames,
                episodes == null ? "" : episodes,
                successOnly,
                completeOnly,
                minSteps == null ? fewest : minSteps,
                notes.isFlaggedOnly(),
                notes.tags(),
                values.values()));
    }

    /** Wanted values of attributes. */
    public ValueFilterOption values() {
        return values;
    }
}
