package io.github.roboreel.cli.data;

import io.github.roboreel.cli.export.ChoiceOptions;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.episodes.FieldChoice;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What a command reads: places, episodes in them, fields of those. */
final class PlaceOptions {
    @Spec(Spec.Target.MIXEE)
    CommandSpec command;

    // Not 1..*: an option with many values would swallow the places, and the message must say so.
    @Parameters(
            paramLabel = "PLACE",
            arity = "0..*",
            description = "Output folders, or datasets in a form that can be imported. Name them before options"
                    + " that take several values.")
    List<Path> places = new ArrayList<>();

    @Option(
            names = "--fields",
            paramLabel = "PATTERN",
            arity = "1..*",
            description =
                    "Only these fields (patterns as in 'obs/*'; default: all that have a row for each" + " step).")
    List<String> fields = List.of();

    @Mixin
    ChoiceOptions choice;

    /** What was asked for. */
    ReadRequest request() {
        if (places.isEmpty()) {
            throw RoboReelException.badArgument(Sentence.of(
                    "no place given; name output folders or datasets right after '%s' (see %s --help)",
                    command.name(), command.qualifiedName()));
        }
        return new ReadRequest(places, choice.choice(), FieldChoice.of(fields));
    }
}
