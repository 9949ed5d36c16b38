package io.github.roboreel.cli;

import io.github.roboreel.cli.base.DisplayText;
import io.github.roboreel.cli.base.Screen;
import io.github.roboreel.cli.base.TableView;
import io.github.roboreel.cli.base.Terminal;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.tools.recompute.MetricsJson;
import io.github.roboreel.tools.recompute.MetricsRow;
import io.github.roboreel.tools.recompute.MetricsTable;
import io.github.roboreel.tools.recompute.MetricsWriter;
import java.util.List;

/** Printer of the metrics of one folder after the other. */
record MetricsPrinter(Terminal terminal, boolean json) {
    /** Prints the metrics of a folder. */
    public void print(List<MetricsRow> episodes) {
        if (json) {
            episodes.forEach(episode -> terminal.out().print(MetricsJson.line(episode) + "\n"));
            return;
        }
        TableView view = new TableView(Screen.of(terminal));
        MetricsTable.of(episodes)
                .forEach(table ->
                        terminal.out().print(DisplayText.oneLine(table.title()) + "\n" + view.of(table) + "\n"));
    }

    public void say(MetricsWriter.Written written) {
        terminal.say(written.setAside()
                .map(aside -> Sentence.of(
                        "wrote the metrics of %s lines of %s; the file as it was is %s",
                        written.linesWritten(), written.results(), aside))
                .orElse("nothing to change in " + written.results()));
    }

    /** The last of the JSON lines; nothing after tables. */
    public void end(List<FileFault> problems) {
        if (json) {
            terminal.out().print(MetricsJson.line(problems) + "\n");
        }
    }
}
