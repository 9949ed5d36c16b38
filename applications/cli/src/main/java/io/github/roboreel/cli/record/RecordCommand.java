package io.github.roboreel.cli.record;

import io.github.roboreel.cli.base.CliCommand;
import io.github.roboreel.cli.base.IntervalOption;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.cli.base.PositiveNumber;
import io.github.roboreel.cli.base.Screen;
import io.github.roboreel.cli.base.TableView;
import io.github.roboreel.tools.report.EpisodeFilter;
import io.github.roboreel.tools.report.Grouping;
import io.github.roboreel.tools.report.Report;
import io.github.roboreel.tools.report.ReportOptions;
import io.github.roboreel.tools.report.ReportOptions.Columns;
import io.github.roboreel.tools.report.Sources;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code record}: simulates episodes and records them. */
@Command(name = "record", description = "Simulate episodes and record them.", sortOptions = false)
public final class RecordCommand extends CliCommand {
    @Option(
            names = "--num-envs",
            paramLabel = "N",
            defaultValue = "1",
            converter = PositiveNumber.class,
            description = "Parallel envs per run (default ${DEFAULT-VALUE}).")
    int numEnvs;

    @Option(
            names = "--num-runs",
            paramLabel = "N",
            converter = PositiveNumber.class,
            description = "Runs, one after the other (default 1).")
    Integer numRuns;

    @Option(
            names = "--episodes",
            paramLabel = "N",
            converter = PositiveNumber.class,
            description = "Instead of --num-runs: N continuous episodes, an env begins its next one at once. A run file"
                    + " then holds up to recorder.episodes_per_file of them, in the order in which they began.")
    Integer episodes;

    @Option(
            names = "--num-episodes-adaptive",
            paramLabel = "MAX_N",
            converter = PositiveNumber.class,
            description = "Instead of --num-runs: run until the success rate is known well enough,"
                    + " or MAX_N episodes are done.")
    Integer numEpisodesAdaptive;

    @Option(
            names = "--ci-pp-width",
            paramLabel = "W",
            description = "Well enough: width of the success rate's 95 %% interval, of the kind that"
                    + " --interval names, above 0 to 1 (default 0.14). With --episodes: end before N episodes when it"
                    + " is reached.")
    Double ciWidth;

    @Mixin
    IntervalOption interval;

    @Option(
            names = "--env",
            paramLabel = "NAME",
            description = "What is simulated (default: the first that --list shows).")
    String env;

    @Option(
            names = "--task",
            paramLabel = "NAME|FILE",
            description = "What is to be done: a task of the simulation, or a file (default: the simulation's first"
                    + " task). --list shows them.")
    String task;

    @Option(
            names = "--instruction-type",
            paramLabel = "TYPE",
            defaultValue = "default",
            description = "Which of the task's instructions (default ${DEFAULT-VALUE}).")
    String instructionType;

    @Option(
            names = "--policy",
            paramLabel = "NAME|URL|CLASS",
            description = "Who acts (default: the simulation's own): a policy that --list shows, the address of a"
                    + " policy server (openpi://HOST:PORT), or a class in Python (python:MODULE:CLASS).")
    String policy;

    @Option(
            names = "--policy-config",
            paramLabel = "FILE",
            description = "How the policy is to be used, for policies that take such a file (openpi: which fields go"
                    + " under which names; default: config/policies/openpi-droid.yaml).")
    Path policyConfig;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "0",
            description = "Seed of episode 0; episode e has seed + e (default ${DEFAULT-VALUE}).")
    long seed;

    @Option(
            names = "--reset-options",
            paramLabel = "JSON",
            defaultValue = "",
            description = "What every reset is given besides the seed, a JSON object, where the simulation takes"
                    + " such; stored with each episode and replayed.")
    String resetOptions;

    @Option(
            names = "--max-steps",
            paramLabel = "N",
            converter = PositiveNumber.class,
            description = "Steps until an episode is cut (default: the task's length).")
    Integer maxSteps;

    @Option(
            names = "--output-dir",
            paramLabel = "DIR",
            defaultValue = "output",
            description = "Where output folders are made (default ${DEFAULT-VALUE}).")
    Path outputDir;

    @Option(
            names = "--output-folder-name",
            paramLabel = "NAME",
            description = "Name of the output folder (default: date, time and policy). A recording"
                    + " that is there already is resumed: complete runs are skipped.")
    String outputFolderName;

    @Option(
            names = "--recover",
            description = "Where a recording in the output folder was not closed, recover it first, as"
                    + " recover does, without asking.")
    boolean recover;

    @Option(
            names = "--record-image-data",
            description = "Store camera images in the run files, not only proprioception.")
    boolean recordImageData;

    @Option(
            names = "--video-mode",
            paramLabel = "MODE",
            description = "Videos per env: all, viewport, sensor or none (default all).")
    String videoMode;

    @Option(
            names = "--camera-size",
            paramLabel = "WxH",
            defaultValue = "640x360",
            description = "Size of camera images in pixels (default ${DEFAULT-VALUE}). The sensor video shows"
                    + " them side by side at half of it.")
    String cameraSize;

    @Option(
            names = "--flush-interval-steps",
            paramLabel = "N",
            converter = PositiveNumber.class,
            description = "Steps per env until h5py sees them; overrides the configuration.")
    Integer flushIntervalSteps;

    @Option(
            names = "--flush-interval-seconds",
            paramLabel = "S",
            description = "Seconds until h5py sees a step; 0, the default: every 500 steps of an env and at an"
                    + " episode's end. Overrides the configuration.")
    Double flushIntervalSeconds;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Settings of the recorder (default: config/recorder.yaml).")
    Path config;

    @Option(names = "--realtime", description = "Step at the control rate of a real robot instead of full speed.")
    boolean realtime;

    @Option(
            names = "--workers",
            paramLabel = "N",
            defaultValue = "1",
            converter = PositiveNumber.class,
            description = "Threads that step the envs (default ${DEFAULT-VALUE}).")
    int workers;

    @Option(
            names = "--stop-seconds",
            paramLabel = "S",
            defaultValue = "5",
            description = "How long Ctrl-C or SIGTERM waits for the files to be closed, seconds (default"
                    + " ${DEFAULT-VALUE}). Then the program ends all the same, and recover"
                    + " closes them; a second signal ends it at once.")
    double stopSeconds;

    @Mixin
    LiveViewOptions liveView = new LiveViewOptions();

    @Option(names = "--list", description = "Show simulations, tasks and policies, and record nothing.")
    boolean list;

    @Option(names = "--yes", description = "Record although the envs take more than half of the machine's memory.")
    boolean yes;

    @Option(names = "--quiet", description = "Show no progress, only what went wrong or was set aside.")
    boolean quiet;

    @Option(names = "--json", description = "Print the result as one JSON document.")
    boolean json;

    @Override
    public Outcome call() throws IOException {
        if (list) {
            Offers offers = Offers.of(home.resolve("config"));
            terminal.out().print(json ? offers.json() : offers.text());
            return Outcome.OK;
        }
        RecordPlan plan = RecordPlan.of(this, home);
        MemoryNeed.of(plan).requireSense(yes);
        Progress progress = quiet ? Progress.NONE : Progress.forTerminal(terminal);
        RecordNews news = new RecordNews(terminal, quiet);
        RecoveryOffer recovery = new RecoveryOffer(terminal, recover);
        LiveView shown = LiveView.of(liveView, terminal, interruption);
        RecordResult result = new RecordSession(plan, progress, news, recovery, interruption, shown).run();
        RecordReport report = new RecordReport(result, rates(plan));
        TableView view = new TableView(Screen.of(terminal));
        terminal.out().print(json ? report.json() : report.table(view));
        report.complaint().ifPresent(terminal::say);
        boolean lost = result.outcome() == Outcome.OK && !recovery.isComplete();
        return lost ? Outcome.DATA_LOST : result.outcome();
    }

    /** Of everything in the folder, as report shows it. */
    private Report rates(RecordPlan plan) {
        ReportOptions shown = new ReportOptions(Grouping.TASK, false, Columns.NONE, false, interval.kind());
        return Report.of(Sources.read(List.of(plan.folder())), EpisodeFilter.ALL, shown);
    }
}
