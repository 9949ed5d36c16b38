package io.github.roboreel.recorder.bench.dashboard;

import io.github.roboreel.recorder.bench.record.BenchArguments;
import io.github.roboreel.recorder.bench.record.Figures;
import io.github.roboreel.recorder.bench.record.OutputOptions;
import io.github.roboreel.recorder.bench.record.OutputSubfolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench dashboard}: the dashboard as a process of its own, asked as a page asks. */
@Command(
        name = "dashboard",
        description = {
            "Starts `roboreel serve` on data that it makes, and asks it over HTTP: many recordings listed, start of a"
                    + " video, signals of a long episode. Debian's headless Chromium shows pages of it: first paint,"
                    + " scrubbing, cameras that play, age of live rows, and what a page costs a recorder."
                    + " Medians of the rounds; every round has a process of its own."
        },
        mixinStandardHelpOptions = true)
public final class DashboardCommand implements Callable<Integer> {
    @Spec
    private CommandSpec command;

    @Option(
            names = "--only",
            split = ",",
            defaultValue = "list,video,series,paint,scrub,producer",
            description = "What is measured (${DEFAULT-VALUE}).")
    private List<MeasuredPart> only;

    @Option(names = "--rounds", defaultValue = "3", description = "Rounds whose median counts (${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = {"--heap-mb", "--heap_mb"},
            defaultValue = "192",
            description = "Limit of the dashboard's heap, MiB (${DEFAULT-VALUE}).")
    private int heapMb;

    @Option(
            names = "--recordings",
            defaultValue = "150",
            description = "Recordings in the list, at most 1000 (${DEFAULT-VALUE}).")
    private int recordings;

    @Option(names = "--episodes", defaultValue = "1200", description = "Episodes of each (${DEFAULT-VALUE}).")
    private int episodes;

    @Option(
            names = "--rows",
            defaultValue = "1000000",
            description = "Steps of the long episode, 100 or more (${DEFAULT-VALUE}).")
    private int rows;

    @Option(
            names = "--seconds",
            defaultValue = "15",
            description = "How long a paced recording takes (${DEFAULT-VALUE}).")
    private int seconds;

    @Mixin
    private OutputOptions output = new OutputOptions();

    public DashboardCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        BenchArguments.requireAtLeast("--rounds", rounds, 1);
        BenchArguments.requireAtLeast("--heap-mb", heapMb, 32);
        BenchArguments.requireAtLeast("--recordings", recordings, 1);
        BenchArguments.requireAtLeast("--episodes", episodes, 1);
        BenchArguments.requireAtLeast("--rows", rows, 100);
        BenchArguments.requireAtLeast("--seconds", seconds, 1);
        Setup.Sizes sizes = new Setup.Sizes(recordings, episodes, rows, seconds);
        Figures figures = new Figures()
                .put("bench", "dashboard")
                .put("rounds", rounds)
                .put("heap_limit_mib", heapMb)
                .put("recordings", recordings)
                .put("episodes", episodes)
                .put("rows", rows)
                .put("seconds", seconds);
        List<String> tables = new ArrayList<>();
        try (OutputSubfolder folder = output.subfolder(false)) {
            Setup setup = new Setup(folder.path().toRealPath(), rounds, heapMb, sizes);
            for (MeasuredPart part : only.stream().distinct().toList()) {
                String name = part.name().toLowerCase(Locale.ROOT);
                RoundSamples samples = measure(part, setup);
                figures.put(name, samples.figures(part.goals()));
                tables.add(samples.table(name, part.goals()));
            }
        }
        figures.print(command.commandLine(), String.join(System.lineSeparator().repeat(2), tables));
        return 0;
    }

    private static RoundSamples measure(MeasuredPart part, Setup setup) throws IOException, InterruptedException {
        return switch (part) {
            case LIST -> ListBenchmark.measure(setup);
            case VIDEO -> VideoBenchmark.measure(setup);
            case SERIES -> SeriesBenchmark.measure(setup);
            case PAINT -> PaintBenchmark.measure(setup);
            case SCRUB -> ScrubBenchmark.measure(setup);
            case LIVE -> ProducerBenchmark.measureWatched(setup);
            case PRODUCER -> ProducerBenchmark.measure(setup);
        };
    }
}
