package io.github.roboreel.cli;

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

    static String sentence(ParameterException fault) {
        CommandSpec command = fault.getCommandLine().getCommandSpec();
        if (fault instanceof UnmatchedArgumentException unmatched) {
            return unmatched(unmatched, command);
        }
        if (fault instanceof MissingParameterException missing) {
            return lowerFirst(missing.getMessage()) + "; " + helpHint(command);
        }
        return lowerFirst(fault.getMessage());
    }

    private static String unmatched(UnmatchedArgumentException fault, CommandSpec command) {
        String given = fault.getUnmatched().get(0);
        String sentence;
        if (fault.isUnknownOption()) {
            sentence = "unknown option '" + given + "'" + known(optionsLike(given, command));
        } else if (command.subcommands().isEmpty()) {
            sentence = "unexpected argument '" + given + "'";
        } else {
            List<String> commands = List.copyOf(command.subcommands().keySet());
            return "unknown command '"
                    + given
                    + "'; expected "
                    + String.join(" or ", commands)
                    + " ("
                    + command.qualifiedName()
                    + " --help explains them)";
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
        String name = given.split("=", 2)[0];
        List<String> similar = new ArrayList<>();
        for (OptionSpec option : command.options()) {
            if (!option.hidden() && isSimilar(name, option.longestName())) {
                similar.add(option.longestName());
            }
        }
        return similar;
    }

    private static boolean isSimilar(String a, String b) {
        boolean isPart = a.length() > 4 && (b.startsWith(a) || a.startsWith(b));
        return isPart || editDistance(a, b) <= 2;
    }

    /**
     * Levenshtein, V. I.: Binary codes capable of correcting deletions, insertions and reversals.
     */
    private static int editDistance(String a, String b) {
        int[] previous = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] current = new int[b.length() + 1];
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substituted = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(substituted, 1 + Math.min(previous[j], current[j - 1]));
            }
            previous = current;
        }
        return previous[b.length()];
    }

    private static String lowerFirst(String text) {
        return text.substring(0, 1).toLowerCase(java.util.Locale.ROOT) + text.substring(1);
    }
}
