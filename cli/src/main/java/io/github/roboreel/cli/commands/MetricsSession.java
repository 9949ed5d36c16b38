package io.github.roboreel.cli.commands;

import io.github.roboreel.cli.ui.DisplayText;
import io.github.roboreel.cli.ui.Screen;
import io.github.roboreel.cli.ui.TableView;
import io.github.roboreel.cli.ui.Terminal;
import io.github.roboreel.format.Sentence;
import io.github.roboreel.recorder.files.OutputLock;
import io.github.roboreel.recorder.spi.MetricSets;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.tools.metrics.FolderMetrics;
import io.github.roboreel.tools.metrics.MetricsJson;
import io.github.roboreel.tools.metrics.MetricsTable;
import io.github.roboreel.tools.metrics.MetricsWriter;
import io.github.roboreel.tools.metrics.StoredMetrics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Computes the metrics of one folder after the other. */
final class MetricsSession {
    private final MetricSets metrics;
    private final Terminal terminal;
    private final boolean json;

    MetricsSession(MetricSets metrics, Terminal terminal, boolean json) {
        this.metrics = metrics;
        this.terminal = terminal;
        this.json = json;
    }

    /** Prints the metrics of a folder. */
    List<FileFault> show(Path path) throws IOException {
        FolderMetrics computed = FolderMetrics.compute(ResultFolder.open(path), metrics);
        print(computed.episodes());
        return computed.problems();
    }

    /** Prints them and puts them into the folder's results, which nobody else writes meanwhile. */
    List<FileFault> write(Path path) throws IOException {
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

    /** The last line of the JSON lines. */
    void printProblems(List<FileFault> problems) {
        terminal.out().print(MetricsJson.line(problems) + "\n");
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
