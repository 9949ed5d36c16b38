package io.github.roboreel.fleet.work;

import io.github.roboreel.fleet.folders.FleetFolder;
import io.github.roboreel.fleet.folders.FolderView;
import io.github.roboreel.fleet.folders.FolderView.Part;
import io.github.roboreel.fleet.storage.Storages;
import io.github.roboreel.recordings.folder.EnvFolder.LogFile;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.tools.report.Sources;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The results of output folders, read by threads of this process: a report needs every line in one place, so an engine
 * would only carry them there. Of a folder in a store the texts are copied, event logs only where a line does not hold
 * the events itself.
 */
public final class FleetReport implements Closeable {
    private static final int THREADS_FOR_STORES = 16;

    private final Storages storages;
    private final List<FolderView> kept = Collections.synchronizedList(new ArrayList<>());
    private Sources sources;

    private FleetReport(Storages storages) {
        this.storages = storages;
    }

    /**
     * Reads them.
     *
     * @return to be closed when the report is made
     * @throws IOException when the wait for a folder is interrupted; what is wrong with a folder is among the problems
     */
    public static FleetReport read(Storages storages, List<FleetFolder> folders, Runnable folderDone)
            throws IOException {
        FleetReport report = new FleetReport(storages);
        boolean areAllHere =
                folders.stream().allMatch(folder -> folder.location().isPath());
        ExecutorService executor = Executors.newFixedThreadPool(
                areAllHere ? Runtime.getRuntime().availableProcessors() : THREADS_FOR_STORES);
        try {
            List<Future<Sources>> reading = new ArrayList<>();
            folders.forEach(folder -> reading.add(executor.submit(() -> report.read(folder))));
            report.sources = joined(reading, folderDone);
            return report;
        } catch (IOException e) {
            report.close();
            throw e;
        } finally {
            executor.shutdownNow();
        }
    }

    /** The folders, named as the user named them. */
    public Sources sources() {
        return sources;
    }

    private static Sources joined(List<Future<Sources>> reading, Runnable folderDone) throws IOException {
        List<ResultFolder> folders = new ArrayList<>();
        List<FileFault> problems = new ArrayList<>();
        try {
            for (Future<Sources> each : reading) {
                folders.addAll(each.get().folders());
                problems.addAll(each.get().problems());
                folderDone.run();
            }
            return new Sources(folders, problems);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("reading results was interrupted").initCause(e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
        }
    }

    private Sources read(FleetFolder folder) throws IOException {
        return new FolderWork<Sources>(folder, storages, Part.LINES) {
            private boolean isKept;

            @Override
            Sources of(FolderView view) throws IOException {
                Sources read = Sources.read(view.path(), folder.name());
                for (ResultFolder opened : read.folders()) {
                    isKept |= fetchLogs(view, opened);
                }
                return read;
            }

            @Override
            Sources failed(FileFault fault) {
                return new Sources(List.of(), List.of(fault));
            }

            @Override
            void done(FolderView view) throws IOException {
                if (isKept) {
                    kept.add(view);
                } else {
                    view.close();
                }
            }
        }.run();
    }

    /** Logs are read when the report is made; whether there are some that it needs. */
    private static boolean fetchLogs(FolderView view, ResultFolder folder) throws IOException {
        boolean isAny = false;
        for (EpisodeRecord line : folder.episodes()) {
            Optional<LogFile> log =
                    line.hasEvents() ? Optional.empty() : folder.envOf(line).logOf(line);
            if (log.isPresent()) {
                view.whole(log.get().path());
                isAny = true;
            }
        }
        return isAny;
    }

    /** Removes copies of logs. */
    @Override
    public void close() throws IOException {
        for (FolderView view : List.copyOf(kept)) {
            view.close();
        }
    }
}
