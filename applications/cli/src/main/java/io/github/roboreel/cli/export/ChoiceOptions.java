package io.github.roboreel.cli.export;

import io.github.roboreel.cli.base.EpisodeNumberOptions;
import io.github.roboreel.cli.base.NoteOptions;
import io.github.roboreel.cli.base.PositiveNumber;
import io.github.roboreel.fleet.export.ExportRequest;
import io.github.roboreel.recordings.episodes.EpisodeChoice;
import io.github.roboreel.recordings.episodes.NamePattern;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that choose episodes for their arrays. */
public final class ChoiceOptions {
    @Option(names = "--success-only", description = "Only successes.")
    boolean successOnly;

    @Option(names = "--complete-only", description = "No episode that was aborted or whose recorder died.")
    boolean completeOnly;

    @Mixin
    EpisodeNumberOptions numbers;

    @Option(
            names = "--min-steps",
            paramLabel = "N",
            defaultValue = "1",
            converter = PositiveNumber.class,
            description = "Only episodes of that many steps or more (default ${DEFAULT-VALUE}).")
    int minSteps;

    @Mixin
    NoteOptions notes;

    /** The choice asked for. */
    public EpisodeChoice choice() {
        return new EpisodeChoice(
                numbers.namePatterns(),
                numbers.selection(),
                successOnly,
                completeOnly,
                minSteps,
                notes.isFlaggedOnly(),
                notes.tags().stream().map(NamePattern::new).toList());
    }

    /**
     * The same as plain values.
     *
     * @throws io.github.roboreel.format.fault.RoboReelException of kind BAD_ARGUMENT, when the numbers are none
     */
    public ExportRequest.Choice plain() {
        choice();
        return new ExportRequest.Choice(
                numbers.envNames(),
                numbers.numbers(),
                successOnly,
                completeOnly,
                minSteps,
                notes.isFlaggedOnly(),
                notes.tags());
    }
}
