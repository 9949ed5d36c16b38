package io.github.roboreel.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** List of the commands and options of the last release; each release rewrites it. */
final class ReleasedOptions {
    /** Place of the list in the repository: a line per command and per visible name of an option. */
    static final String FILE = "applications/cli/released-options.txt";

    private ReleasedOptions() {}

    /** @param args root of the repository */
    public static void main(String[] args) throws IOException {
        Files.write(Path.of(args[0]).resolve(FILE), today());
    }

    /** Those of this version, as in {@code roboreel report --json}. */
    static Set<String> today() {
        Set<String> lines = new TreeSet<>();
        withThoseBelow(Main.commandLine(null, null, null))
                .map(CommandLine::getCommandSpec)
                .forEach(command -> {
                    String name = command.qualifiedName();
                    lines.add(name);
                    command.options().stream()
                            .filter(option -> !option.hidden())
                            .map(OptionSpec::names)
                            .flatMap(Stream::of)
                            .forEach(option -> lines.add(name + " " + option));
                });
        return lines;
    }

    private static Stream<CommandLine> withThoseBelow(CommandLine command) {
        return Stream.concat(
                Stream.of(command),
                command.getSubcommands().values().stream().flatMap(ReleasedOptions::withThoseBelow));
    }
}
