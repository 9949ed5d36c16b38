package io.github.roboreel.cli;

import io.github.roboreel.cli.base.Arguments;
import io.github.roboreel.cli.base.CliCommand;
import io.github.roboreel.cli.base.FaultReport;
import io.github.roboreel.cli.base.Interruption;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.cli.base.Terminal;
import io.github.roboreel.cli.data.SampleCommand;
import io.github.roboreel.cli.data.StatsCommand;
import io.github.roboreel.cli.export.FleetCommand;
import io.github.roboreel.cli.export.FormatsCommand;
import io.github.roboreel.cli.plot.PlotCommand;
import io.github.roboreel.cli.record.RecordCommand;
import io.github.roboreel.cli.sql.SqlCommand;
import io.github.roboreel.format.fault.Sentence;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Entry point: runs one command and turns its outcome into the exit code. */
public final class Main {
    static final String HOME_PROPERTY = "roboreel.home";

    /** What only the launcher of a checkout can do; it lists them, too. */
    static final List<String> LAUNCHERS_COMMANDS =
            List.of("test", "install", "bench", "wheel", "torture", "torture-loop", "soak");

    private static final Map<String, Supplier<?>> COMMANDS = commands();
    private static final int USAGE_WIDTH = 100;
    private static final String OPTIONS_HEADING = "%nOptions (names may be written with _ for -):%n";

    private final Terminal terminal;
    private final Path home;
    private final Interruption interruption;

    Main(Terminal terminal, Path home, Interruption interruption) {
        this.terminal = terminal;
        this.home = home;
        this.interruption = interruption;
    }

    /**
     * Runs a command and exits: 0 ok, 1 failed, 2 bad arguments, 3 finished but data was lost or found damaged. Ended
     * by a signal it is 1; when a second Ctrl-C or SIGTERM did not let it finish, 130 or 143.
     */
    public static void main(String[] args) {
        Path home = Path.of(System.getProperty(HOME_PROPERTY, ""));
        Interruption interruption = new Interruption();
        Terminal terminal = Terminal.ofProcess();
        interruption.listen(terminal);
        System.exit(new Main(terminal, home, interruption).run(args).exitCode());
    }

    /** Runs a command in this process. */
    Outcome run(String... args) {
        String[] spelled = OptionSpelling.withDashes(args);
        EarlyOptions early = EarlyOptions.of(spelled);
        Callable<Outcome> all = () -> {
            try {
                return parseAndRun(spelled, args);
            } finally {
                interruption.giveWay();
            }
        };
        return new FaultReport(terminal, early.stacktrace)
                .outcomeOf(early.plugins.isEmpty() ? all : () -> PluginScope.call(early.plugins, all));
    }

    private Outcome parseAndRun(String[] spelled, String[] given) throws Exception {
        try {
            Optional<CliCommand> command = parse(spelled);
            if (command.isEmpty()) {
                return Outcome.OK;
            }
            interruption.setParting(command.get().parting());
            return command.get().call();
        } catch (ParameterException e) {
            terminal.say(OptionSpelling.asGiven(
                    ParseFault.sentence(e, isCheckout() ? LAUNCHERS_COMMANDS : List.of()), given));
            return Outcome.BAD_ARGUMENTS;
        }
    }

    /** Empty where help was asked for, which is shown. */
    private Optional<CliCommand> parse(String[] args) {
        CommandLine commandLine = grammar(args);
        if (isCheckout()) {
            addLaunchersCommands(commandLine.getCommandSpec().usageMessage());
        }
        commandLine.setOut(new PrintWriter(terminal.out(), true));
        ParseResult result = commandLine.parseArgs(args);
        if (CommandLine.printHelpIfRequested(result)) {
            return Optional.empty();
        }
        if (!result.hasSubcommand()) {
            throw new ParameterException(
                    commandLine,
                    Sentence.of(
                            "no command given; expected %s (roboreel --help explains them)",
                            String.join(" or ", Arguments.commandNames(commandLine.getCommandSpec()))));
        }
        return Optional.of((CliCommand) innermost(result).commandSpec().userObject());
    }

    private boolean isCheckout() {
        return Files.exists(home.resolve("pom.xml"));
    }

    private static ParseResult innermost(ParseResult result) {
        return result.hasSubcommand() ? innermost(result.subcommand()) : result;
    }

    /** That of the command that is named first, alone, which saves 0.1 s of a start; of all where none is. */
    CommandLine grammar(String... args) {
        Supplier<?> named = args.length == 0 ? null : COMMANDS.get(args[0]);
        return commandLine(named == null ? COMMANDS : Map.of(args[0], named), terminal, home, interruption);
    }

    /** The grammar of all commands. */
    static CommandLine commandLine(Terminal terminal, Path home, Interruption interruption) {
        return commandLine(COMMANDS, terminal, home, interruption);
    }

    private static CommandLine commandLine(
            Map<String, Supplier<?>> commands, Terminal terminal, Path home, Interruption interruption) {
        CommandLine commandLine = new CommandLine(new RootOptions());
        commands.values().forEach(command -> commandLine.addSubcommand(command.get()));
        headOptions(commandLine);
        // These have no options of their own.
        commandLine.addSubcommand(new CompletionCommand());
        commandLine.addSubcommand(new HelpCommand());
        surround(commandLine, terminal, home, interruption);
        return commandLine.setUsageHelpWidth(USAGE_WIDTH);
    }

    private static Map<String, Supplier<?>> commands() {
        Map<String, Supplier<?>> commands = new LinkedHashMap<>();
        commands.put("record", RecordCommand::new);
        commands.put("replay", ReplayCommand::new);
        commands.put("report", ReportCommand::new);
        commands.put("serve", ServeCommand::new);
        commands.put("check", CheckCommand::new);
        commands.put("metrics", MetricsCommand::new);
        commands.put("plot", PlotCommand::new);
        commands.put("events", EventsCommand::new);
        commands.put("poses", PosesCommand::new);
        commands.put("compile", CompileCommand::new);
        commands.put("merge", MergeCommand::new);
        commands.put("rebuild", RebuildCommand::new);
        commands.put("recover", RecoverCommand::new);
        commands.put("compact", CompactCommand::new);
        commands.put("retain", RetainCommand::new);
        commands.put("inspect", InspectCommand::new);
        commands.put("config", ConfigCommand::new);
        commands.put("stats", StatsCommand::new);
        commands.put("sample", SampleCommand::new);
        commands.put("sql", SqlCommand::new);
        commands.put("export", FormatsCommand::exports);
        commands.put("import", FormatsCommand::imports);
        commands.put("bridge", BridgeCommand::new);
        commands.put("fleet", Main::fleet);
        return Collections.unmodifiableMap(commands);
    }

    /** Gives all commands what they work with. */
    private static void surround(CommandLine above, Terminal terminal, Path home, Interruption interruption) {
        for (CommandLine each : above.getSubcommands().values()) {
            ((CliCommand) each.getCommand()).with(terminal, home, interruption);
            surround(each, terminal, home, interruption);
        }
    }

    /** With second names of commands that take any number of folders themselves. */
    private static CommandLine fleet() {
        CommandLine fleet = FleetCommand.of();
        Map<String, Object> seconds = new LinkedHashMap<>();
        seconds.put("report", new ReportCommand());
        seconds.put("check", new CheckCommand());
        seconds.put("metrics", new MetricsCommand());
        seconds.put("stats", new StatsCommand());
        seconds.put("export", FormatsCommand.shardedExports());
        seconds.forEach((name, command) -> {
            fleet.addSubcommand(name, command);
            fleet.getSubcommands().get(name).getCommandSpec().usageMessage().hidden(true);
        });
        return fleet;
    }

    /** Adds to the overall help what the launcher of a checkout knows. */
    static void addLaunchersCommands(UsageMessageSpec usage) {
        List<String> lines = new ArrayList<>(List.of(usage.footer()));
        lines.add(
                1,
                "./roboreel also knows " + String.join(", ", LAUNCHERS_COMMANDS).replaceFirst(", (?=[^,]*$)", " and ")
                        + ", which all take --help."
                        + " It asks before it installs what they and the commands need; ./roboreel --yes COMMAND does not.");
        usage.footer(lines.toArray(String[]::new));
    }

    private static void headOptions(CommandLine command) {
        command.getCommandSpec().usageMessage().optionListHeading(OPTIONS_HEADING);
        command.getSubcommands().values().forEach(Main::headOptions);
    }
}
