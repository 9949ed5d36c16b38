package io.github.roboreel.fleet.work;

import io.github.roboreel.fleet.folders.FaultRow;
import io.github.roboreel.fleet.folders.FolderView;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.tools.recompute.FolderMetrics;
import io.github.roboreel.tools.recompute.MetricsRow;
import io.github.roboreel.tools.recompute.MetricsWriter;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The metrics of a folder's episodes.
 *
 * @param folder its name
 * @param episodes by env, run and number
 * @param faults what had to be left out or is doubtful
 * @param wrote what was written; null when nothing was to be
 * @param isDone whether the folder was worked on; if not, the faults say why
 */
public record MetricsOf(
        String folder, ArrayList<MetricsRow> episodes, ArrayList<FaultRow> faults, Wrote wrote, boolean isDone)
        implements Serializable {
    /**
     * What was written.
     *
     * @param setAside null when nothing had to change
     */
    record Wrote(String results, int lines, String setAside) implements Serializable {}

    static MetricsOf computed(String folder, FolderView view, FolderMetrics computed) {
        return new MetricsOf(
                folder,
                new ArrayList<>(MetricsRow.of(computed.episodes())),
                rows(view, computed.problems(), List.of()),
                null,
                true);
    }

    static MetricsOf written(String folder, FolderView view, FolderMetrics computed, MetricsWriter.Written written) {
        Wrote wrote = new Wrote(
                view.named(written.results().toString()),
                written.linesWritten(),
                written.setAside().map(aside -> view.named(aside.toString())).orElse(null));
        return new MetricsOf(
                folder,
                new ArrayList<>(MetricsRow.of(computed.episodes())),
                rows(view, computed.problems(), written.problems()),
                wrote,
                true);
    }

    static MetricsOf failed(String folder, FileFault fault) {
        return new MetricsOf(folder, new ArrayList<>(), new ArrayList<>(List.of(FaultRow.of(fault))), null, false);
    }

    private static ArrayList<FaultRow> rows(FolderView view, List<FileFault> first, List<FileFault> then) {
        ArrayList<FaultRow> rows = new ArrayList<>();
        first.forEach(fault -> rows.add(FaultRow.of(view.named(fault))));
        then.forEach(fault -> rows.add(FaultRow.of(view.named(fault))));
        return rows;
    }

    /** What had to be left out or is doubtful, of writing too. */
    public List<FileFault> problems() {
        return faults.stream().map(FaultRow::fault).toList();
    }

    /** What was written, its problems apart; empty when nothing was to be. */
    public Optional<MetricsWriter.Written> written() {
        return Optional.ofNullable(wrote)
                .map(done -> new MetricsWriter.Written(
                        Path.of(done.results()),
                        done.lines(),
                        Optional.ofNullable(done.setAside()).map(Path::of),
                        List.of()));
    }
}
