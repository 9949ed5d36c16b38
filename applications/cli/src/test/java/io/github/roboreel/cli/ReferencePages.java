package io.github.roboreel.cli;

import static java.util.stream.Collectors.joining;

import io.github.roboreel.cli.base.Interruption;
import io.github.roboreel.cli.base.Terminal;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;

/** Generator of the pages of docs/reference that say what the code says, too; profile {@code docs} runs it. */
final class ReferencePages {
    private static final String GENERATED = "<!-- Generated: mvn -q -Pdocs -pl :cli -am process-test-classes -->\n";
    private static final Pattern GROUP = Pattern.compile("(\\w+):");
    private static final Pattern KEY = Pattern.compile("  (\\w+): .*");
    private static final Pattern COMMENT = Pattern.compile("  # (.*)");

    private ReferencePages() {}

    /** @param args root of the repository */
    public static void main(String[] args) throws IOException {
        Path home = Path.of(args[0]);
        for (Map.Entry<String, String> page : pages(home).entrySet()) {
            Files.writeString(home.resolve(page.getKey()), page.getValue());
        }
    }

    /** Path below the repository's root to text. */
    static Map<String, String> pages(Path home) throws IOException {
        return Map.of(
                "docs/reference/commands.md", commands(),
                "docs/reference/settings.md", settings(Files.readAllLines(home.resolve("config/recorder.yaml"))));
    }

    private static String commands() {
        List<CommandLine> all = new ArrayList<>();
        CommandLine root = Main.commandLine(Terminal.ofProcess(), null, new Interruption());
        Main.addLaunchersCommands(root.getCommandSpec().usageMessage());
        collect(root, all);
        return GENERATED
                + "\n# Commands\n\nEvery option exists with `-` and with `_` between its words. "
                + "`./roboreel help COMMAND` prints the same text.\nMeaning of the [exit codes](exit-codes.md).\n"
                + "An unbuilt `./roboreel` prints it from this page.\n\n"
                + help(root)
                + "\n"
                + all.stream()
                        .map(ReferencePages::name)
                        .map(name -> "- [" + name + "](#" + name.replace(' ', '-') + ")\n")
                        .collect(joining())
                + all.stream().map(ReferencePages::section).collect(joining());
    }

    private static void collect(CommandLine command, List<CommandLine> into) {
        for (CommandLine sub : command.getSubcommands().values()) {
            if (!sub.getCommandSpec().usageMessage().hidden()) {
                into.add(sub);
                collect(sub, into);
            }
        }
    }

    private static String name(CommandLine command) {
        return command.getCommandSpec().qualifiedName(" ").replaceFirst("^roboreel ", "");
    }

    private static String section(CommandLine command) {
        return "\n## " + name(command) + "\n\n" + help(command);
    }

    private static String help(CommandLine command) {
        String help = command.getUsageMessage(CommandLine.Help.Ansi.OFF)
                .lines()
                .map(String::stripTrailing)
                .collect(joining("\n"));
        return "```\n" + help.strip() + "\n```\n";
    }

    private static String settings(List<String> yaml) {
        Map<String, Setting<?>> known = new LinkedHashMap<>();
        RecorderConfig.knownSettings().forEach(setting -> known.put(setting.key(), setting));
        StringBuilder page = new StringBuilder(GENERATED).append("""

                # Settings

                `./roboreel record --config FILE` reads them from a YAML file; an application gives them to
                `RecorderConfig.builder()`. [config/recorder.yaml](../../config/recorder.yaml) holds all of them with
                their defaults. Environment variables such as `ROBOREEL_RECORDER_RING_SIZE` override the file, system
                properties such as `roboreel.recorder.ring_size` override these, and options of the command line all
                of them. An application asks for both by `fromEnvironment()`.
                """);
        String group = "";
        String meaning = "";
        for (String line : yaml) {
            Matcher found = GROUP.matcher(line);
            if (found.matches()) {
                group = found.group(1);
                page.append("\n## ")
                        .append(group)
                        .append("\n\n| setting | default | legal | meaning |\n|---|---|---|---|\n");
            } else if ((found = COMMENT.matcher(line)).matches()) {
                meaning = meaning.isEmpty() ? found.group(1) : meaning + " " + found.group(1);
            } else if ((found = KEY.matcher(line)).matches()) {
                page.append(row(known.get(group + "." + found.group(1)), meaning));
                meaning = "";
            }
        }
        return page.toString();
    }

    private static String row(Setting<?> setting, String meaning) {
        return List.of("`" + setting.key() + "`", "`" + setting.defaultValue() + "`", setting.legalValues(), meaning)
                .stream()
                .map(cell -> cell.replace("|", "\\|"))
                .collect(joining(" | ", "| ", " |\n"));
    }
}
