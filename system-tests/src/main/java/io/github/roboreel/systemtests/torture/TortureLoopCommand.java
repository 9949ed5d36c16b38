package io.github.roboreel.systemtests.torture;

import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./roboreel torture-loop}: kills torture runs and checks what recovery brings back. */
@Command(
        name = "torture-loop",
        description = {
            "Starts torture runs in processes of their own, kills each with SIGKILL at a random instant, mostly"
                    + " around flushes, full chunks, episode ends, open, close and compaction, recovers it, and compares every"
                    + " value. Exit code 3 when anything acknowledged is missing or wrong, 1 when"
                    + " 50 kills or more have hit no compaction."
        },
        mixinStandardHelpOptions = true)
public final class TortureLoopCommand implements Callable<Integer> {
    private static final int DATA_LOST = 3;
    private static final int NOTHING_SHOWN = 1;

    @Spec
    private CommandSpec command;

    @Mixin
    private TortureOptions options = new TortureOptions();

    @Option(names = "--kills", required = true, description = "How many runs, 1 or more.")
    private int kills;

    @Option(
            names = "--steps",
            defaultValue = "3000",
            description = "About how many steps per env a run may reach (${DEFAULT-VALUE}).")
    private int steps;

    @Option(
            names = {"--output-dir", "--output_dir"},
            required = true,
            description = "Folder for the runs; one with a violation is kept there.")
    private Path outputDir;

    @Option(names = "--seed", description = "Of the instants; a new one each time if not given.")
    private Long seed;

    public TortureLoopCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (kills < 1 || steps < 1) {
            throw new IllegalArgumentException(
                    "--kills is " + kills + " and --steps " + steps + "; expected 1 or more");
        }
        TortureSpec spec = options.spec(steps);
        long start = System.nanoTime();
        long instants = seed == null ? start : seed;
        var err = command.commandLine().getErr();
        err.println("seed " + instants);
        KillLoop loop = new KillLoop(spec, outputDir, checker(), instants, err);
        LoopSummary summary = loop.run(kills);
        double seconds = (System.nanoTime() - start) / 1e9;
        command.commandLine().getOut().println(summary.json(spec, instants, seconds));
        if (summary.violations() > 0) {
            return DATA_LOST;
        }
        if (summary.hasMissedCompactions()) {
            err.println(Sentence.of(
                    "none of %s kills fell into a compaction, so nothing was shown about it; give more --kills "
                            + "or --steps",
                    kills));
            return NOTHING_SHOWN;
        }
        return 0;
    }

    private static Path checker() {
        Path home = Path.of(System.getProperty("roboreel.home", ""));
        Path checker = home.resolve("conformance").resolve("check_torture.py").toAbsolutePath();
        if (!Files.exists(checker)) {
            throw new IllegalArgumentException(checker + " is missing; start this through ./roboreel in a checkout");
        }
        return checker;
    }
}
