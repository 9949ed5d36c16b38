package io.github.roboreel.cli.fleet;

import io.github.roboreel.cli.ui.StepProgress;
import io.github.roboreel.cli.ui.Terminal;
import io.github.roboreel.format.fault.RoboReelException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Options of all fleet commands that read sources. */
final class FleetOptions {
    @Spec(Spec.Target.MIXEE)
    CommandSpec command;

    // Not 1..*: an option with many values would swallow the sources, and the message must say so.
    @Parameters(
            paramLabel = "SOURCE",
            arity = "0..*",
            description = "Output folders, folders above them, patterns of folders (quote them), or places in a store."
                    + " Name them before options that take several values.")
    List<String> sources = new ArrayList<>();

    @Mixin
    Where where;

    @Option(names = "--quiet", description = "Show no progress, only what went wrong.")
    boolean quiet;

    /** Options that say where the work is done. */
    static final class Where {
        @Option(
                names = "--master",
                paramLabel = "MASTER",
                description = "Where the work is done: threads or threads[N] of this process; Spark in this process,"
                        + " local[N] or local[*]; a cluster, spark://HOST:PORT, yarn, k8s://... (default: threads below"
                        + " 1000 output folders, then local[*] where Spark is installed).")
        String master;

        @Option(
                names = "--conf",
                paramLabel = "NAME=VALUE",
                description = "Setting of Spark (spark.*) or of Hadoop's storages (fs.*); given again, one more.")
        Map<String, String> settings = new LinkedHashMap<>();

        Optional<String> master() {
            return Optional.ofNullable(master);
        }
    }

    /** Progress of work whose results are printed meanwhile: on a terminal they show how it gets on. */
    StepProgress progressBeside(Terminal terminal, boolean isPrintedAtEnd) {
        return StepProgress.of(terminal, quiet || terminal.isInteractive() && !isPrintedAtEnd, "folders");
    }

    /** What the user named. */
    List<String> sources() {
        if (sources.isEmpty()) {
            throw RoboReelException.badArgument(
                    "no source given; name output folders, or one above them, right after '%s' (see %s --help)",
                    command.name(), command.qualifiedName());
        }
        return List.copyOf(sources);
    }
}
