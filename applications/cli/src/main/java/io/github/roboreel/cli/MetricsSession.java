package io.github.roboreel.cli;

import io.github.roboreel.cli.print.MetricsPrinter;
import io.github.roboreel.recorder.OutputLock;
import io.github.roboreel.recorder.spi.MetricSets;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.tools.recompute.FolderMetrics;
import io.github.roboreel.tools.recompute.MetricsRow;
import io.github.roboreel.tools.recompute.MetricsWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Computes the metrics of one folder after the other. */
final class MetricsSession {
    private final MetricSets metrics;
    private final MetricsPrinter printer;

    MetricsSession(MetricSets metrics, MetricsPrinter printer) {
        this.metrics = metrics;
        this.printer = printer;
    }

    /** Prints the metrics of a folder. */
    List<FileFault> show(Path path) throws IOException {
        FolderMetrics computed = FolderMetrics.compute(ResultFolder.open(path), metrics);
        printer.print(MetricsRow.of(computed.episodes()));
        return computed.problems();
    }

    /** Prints them and puts them into the folder's results, which no other process writes meanwhile. */
    List<FileFault> write(Path path) throws IOException {
        try (OutputLock lock = OutputLock.acquire(path)) {
            ResultFolder folder = ResultFolder.open(lock.folder());
            FolderMetrics computed = FolderMetrics.compute(folder, metrics);
            MetricsWriter.Written written = MetricsWriter.write(folder, computed.episodes());
            printer.print(MetricsRow.of(computed.episodes()));
            printer.say(written);
            List<FileFault> problems = new ArrayList<>(computed.problems());
            problems.addAll(written.problems());
            return problems;
        }
    }
}
