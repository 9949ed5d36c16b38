package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

class OptionSpellingTest {
    @Test
    void changesNamesAndLeavesValuesAndOperands() {
        String[] args = {"record", "--num_envs=4", "--task", "a_b", "--output_folder_name=x_y", "--", "--a_b"};

        String[] expected = {"record", "--num-envs=4", "--task", "a_b", "--output-folder-name=x_y", "--", "--a_b"};
        assertArrayEquals(expected, OptionSpelling.withDashes(args));
    }

    @Test
    void everyOptionOfEveryCommandTakesBothSpellings() {
        CommandLine root = Main.commandLine(null, null, null);
        int checked = 0;
        for (CommandLine command : commandsBelow(root).toList()) {
            for (OptionSpec option : optionsOfSeveralWords(command)) {
                String underscored = "--" + option.longestName().substring(2).replace('-', '_');
                ParseResult result = root.parseArgs(arguments(command, option, underscored));
                assertTrue(innermost(result).hasMatchedOption(option), underscored);
                checked++;
            }
        }
        assertTrue(checked >= 50, checked + " options");
    }

    private static Stream<CommandLine> commandsBelow(CommandLine command) {
        return command.getSubcommands().values().stream().flatMap(c -> Stream.concat(Stream.of(c), commandsBelow(c)));
    }

    private static ParseResult innermost(ParseResult result) {
        return result.hasSubcommand() ? innermost(result.subcommand()) : result;
    }

    private static List<OptionSpec> optionsOfSeveralWords(CommandLine command) {
        return command.getCommandSpec().options().stream()
                .filter(o -> o.longestName().indexOf('-', 2) > 0)
                .toList();
    }

    private static String[] arguments(CommandLine command, OptionSpec option, String name) {
        String[] names = command.getCommandSpec().qualifiedName().split(" ");
        List<String> arguments = new ArrayList<>(List.of(names).subList(1, names.length));
        for (ArgSpec required : command.getCommandSpec().requiredArgs()) {
            if (required.isPositional()) {
                arguments.add("x");
            } else if (required != option) {
                arguments.add(((OptionSpec) required).longestName() + "=7");
            }
        }
        arguments.add(option.arity().max() == 0 ? name : name + "=7");
        return OptionSpelling.withDashes(arguments.toArray(String[]::new));
    }

    @Test
    void asGiven_underscores_areNamedAsTyped() {
        String sentence = "unknown option '--num-envz', did you mean --num-envs?";

        assertEquals(
                "unknown option '--num_envz', did you mean --num-envs?",
                OptionSpelling.asGiven(sentence, new String[] {"record", "--num_envz=4"}));
        assertEquals(sentence, OptionSpelling.asGiven(sentence, new String[] {"record", "--num-envz", "4"}));
    }
}
