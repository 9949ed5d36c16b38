package io.github.roboreel.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;

/** Options of every command that are heeded before the command line is built, since plug-ins bring commands. */
@Command
final class EarlyOptions {
    @Option(
            names = "--plugin",
            paramLabel = "JAR|DIR",
            scope = ScopeType.INHERIT,
            description = "Also use the simulations, policies, conditions, metrics, sinks and formats of this jar or"
                    + " folder. May be repeated.")
    List<Path> plugins = new ArrayList<>();

    @Option(names = "--stacktrace", hidden = true, scope = ScopeType.INHERIT)
    boolean stacktrace;

    /** Those among the arguments; none when one is faulty, which the whole command line refuses in its own words. */
    static EarlyOptions of(String[] args) {
        EarlyOptions options = new EarlyOptions();
        try {
            new CommandLine(options).setUnmatchedArgumentsAllowed(true).parseArgs(args);
            return options;
        } catch (ParameterException e) {
            return new EarlyOptions();
        }
    }
}
