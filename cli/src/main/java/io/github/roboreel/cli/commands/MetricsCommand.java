package io.github.roboreel.cli.commands;

import io.github.roboreel.cli.Outcome;
import io.github.roboreel.cli.ui.DisplayText;
import io.github.roboreel.cli.ui.ProblemLines;
import io.github.roboreel.cli.ui.Screen;
import io.github.roboreel.cli.ui.TableView;
import io.github.roboreel.cli.ui.Terminal;
import io.github.roboreel.format.Sentence;
import io.github.roboreel.recorder.files.OutputLock;
import io.github.roboreel.recorder.spi.MetricSets;
import io.github.roboreel.tools.FileFault;
import io.github.roboreel.tools.folder.ResultFolder;
import io.github.roboreel.tools.metrics.FolderMetrics;
import io.github.roboreel.tools.metrics.MetricsJson;
import io.github.roboreel.tools.metrics.MetricsTable;
import io.github.roboreel.tools.metrics.MetricsWriter;
import io.github.roboreel.tools.metrics.StoredMetrics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code metrics}: computes the metrics of stored episodes anew. */
@Command(
        name = "metrics",
        description = {
            "Compute the trajectory metrics of every stored episode from its run file.",
            "",
            "A dash (in JSON null) stands where there is no value: a dataset that the metric needs"
                    + " is missing, a joint did not move, the actions are no joint targets. An"
                    + " episode of fewer than 3 steps has no metrics.",
            "",
            "Metric sets of your own (EpisodeMetricSetProvider) take part when their jar is in the"
                    + " environment variable ROBOREEL_CLASSPATH."
        },
        optionListHeading = "%nOptions (names may be written with _ for -):%n")
public final class MetricsCommand implements io.github.roboreel.cli.Command {
    private final Terminal terminal;
    private final Path home;

    @Mixin
    FolderOperands folders;

    @Mixin
    RobotOptions robot;

    @Option(
            names = "--write",
            description = "Put them into the results file, too, key by key; metrics of other sets and all"
                    + " else in it stay, and the file as it was is kept beside it.")
    boolean write;

    @Option(
            names = "--json",
            description = "Print one JSON object per line and episode, and a last one with the list"
                    + " \"problems\" of what was wrong with the files.")
    boolean json;

    public MetricsCommand(Terminal terminal, Path home) {
        this.terminal = terminal;
        this.home = home;
    }

    @Override
    public Outcome call() throws IOException {
        List<Path> paths = folders.paths();
        MetricSets metrics = robot.metrics(home);
        List<FileFault> problems = new ArrayList<>();
        for (Path path : paths) {
            problems.addAll(write ? write(path, metrics) : show(path, metrics));
        }
        if (json) {
            terminal.out().print(MetricsJson.line(problems) + "\n");
        }
        return ProblemLines.say(problems, terminal);
    }

    /** Prints the metrics of a folder. */
    private List<FileFault> show(Path path, MetricSets metrics) throws IOException {
        FolderMetrics computed = FolderMetrics.compute(ResultFolder.open(path), metrics);
        print(computed.episodes());
        return computed.problems();
    }

    /** Prints them and puts them into the folder's results, which nobody else writes meanwhile. */
    private List<FileFault> write(Path path, MetricSets metrics) throws IOException {
        try (OutputLock lock = OutputLock.acquire(path)) {
            ResultFolder folder = ResultFolder.open(lock.folder());
            FolderMetrics computed = FolderMetrics.compute(folder, metrics);
            MetricsWriter.Written written = MetricsWriter.write(folder, computed.episodes());
            print(computed.episodes());
            terminal.say(sentence(written));
            List<FileFault> problems = new ArrayList<>(computed.problems());
            problems.addAll(written.problems());
            return problems;
        }
    }

    private static String sentence(MetricsWriter.Written written) {
        return written.setAside()
                .map(aside -> Sentence.of(
                        "wrote the metrics of %s lines of %s; the file as it was is %s",
                        written.linesWritten(), written.results(), aside))
                .orElse("nothing to change in " + written.results());
    }

    private void print(List<StoredMetrics> episodes) {
        if (json) {
            episodes.forEach(episode -> terminal.out().print(MetricsJson.line(episode) + "\n"));
            return;
        }
        TableView view = new TableView(Screen.of(terminal));
        MetricsTable.of(episodes)
                .forEach(table ->
                        terminal.out().print(DisplayText.oneLine(table.title()) + "\n" + view.of(table) + "\n"));
    }
}
