package io.github.roboreel.cli;

import io.github.roboreel.cli.base.Arguments;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.format.names.KnownNames;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Puts a parsing fault into one sentence. */
final class ParseFault {
    private ParseFault() {}

    /** @param others commands beside those of the program itself */
    static String sentence(ParameterException fault, List<String> others) {
        CommandSpec command = fault.getCommandLine().getCommandSpec();
        if (fault instanceof UnmatchedArgumentException unmatched) {
            return unmatched(unmatched, command, others);
        }
        if (fault instanceof MissingParameterException missing) {
            return missing(missing, command);
        }
        return lowerFirst(fault.getMessage())
                .replaceFirst(" is not an? (long|int|short|byte)$", " is no whole number")
                .replaceFirst(" is not a (double|float)$", " is no number");
    }

    /** An option that is not known was meant to be the one that is missing, more often than not. */
    private static String missing(MissingParameterException fault, CommandSpec command) {
        String sentence = fault.getCommandLine().getUnmatchedArguments().stream()
                .filter(given -> given.startsWith("--"))
                .findFirst()
                .map(given -> unknownOption(given, command))
                .orElseGet(() -> lowerFirst(fault.getMessage()));
        return sentence + "; " + helpHint(command);
    }

    private static String unknownOption(String given, CommandSpec command) {
        return "unknown option '" + given + "'" + known(optionsLike(given, command));
    }

    private static String unmatched(UnmatchedArgumentException fault, CommandSpec command, List<String> others) {
        String given = fault.getUnmatched().get(0);
        String sentence;
        if (fault.isUnknownOption()) {
            sentence = unknownOption(given, command);
        } else if (command.subcommands().isEmpty()) {
            sentence = "unexpected argument '" + given + "'";
        } else {
            List<String> known = new ArrayList<>(Arguments.commandNames(command));
            if (command.parent() == null) {
                known.addAll(others);
            }
            return Sentence.of(
                    "unknown command '%s'; %s (%s --help explains them)",
                    given, KnownNames.hint(given, known), command.qualifiedName());
        }
        return sentence + "; " + helpHint(command);
    }

    private static String helpHint(CommandSpec command) {
        return "see " + command.qualifiedName() + " --help";
    }

    private static String known(List<String> names) {
        return names.isEmpty() ? "" : ", did you mean " + String.join(" or ", names) + "?";
    }

    private static List<String> optionsLike(String given, CommandSpec command) {
        List<String> names = command.options().stream()
                .filter(option -> !option.hidden())
                .map(OptionSpec::longestName)
                .toList();
        return KnownNames.similar(given.split("=", 2)[0], names);
    }

    private static String lowerFirst(String text) {
        return text.substring(0, 1).toLowerCase(java.util.Locale.ROOT) + text.substring(1);
    }
}
