package io.github.roboreel.fleet.work;

import io.github.roboreel.fleet.engine.Engine;
import io.github.roboreel.fleet.engine.InOrder;
import io.github.roboreel.fleet.engine.Results;
import io.github.roboreel.fleet.engine.Task;
import io.github.roboreel.fleet.folders.FleetFolder;
import io.github.roboreel.fleet.folders.FolderView;
import io.github.roboreel.fleet.folders.FolderView.Part;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.recorder.OutputLock;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.tools.recompute.FolderMetrics;
import io.github.roboreel.tools.recompute.MetricsWriter;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** Recomputes the metrics of stored episodes, each folder's by one task. */
public final class FleetMetrics {
    private FleetMetrics() {}

    /**
     * Computes them.
     *
     * @param writes whether they are put into the folders' results, under each folder's lock
     * @param metrics takes what was computed of each folder, in their order
     * @throws RoboReelException of kind BAD_ARGUMENT, when they are to be written and a folder lies in a store, where
     *     there are no locks
     * @throws IOException when the engine fails; what is wrong with a folder is among its problems
     */
    public static void run(
            Engine engine,
            FleetSettings settings,
            List<FleetFolder> folders,
            boolean writes,
            Consumer<MetricsOf> metrics,
            Runnable folderDone)
            throws IOException {
        settings.metricSets(); // settings that cannot be are refused before anything is read
        for (FleetFolder folder : folders) {
            if (writes && !folder.location().isPath()) {
                throw RoboReelException.badArgument(
                        "metrics cannot be written into %s, since results in a store are not replaced under a lock; copy"
                                + " the folder, or only show them",
                        folder.name());
            }
        }
        Results<MetricsOf> ordered = new InOrder<>((index, computed) -> metrics.accept(computed));
        Batches.run(engine, "metrics", folders, new Computation(settings, writes), (index, computed) -> {
            folderDone.run();
            ordered.take(index, computed);
        });
    }

    private record Computation(FleetSettings settings, boolean writes) implements Task<FleetFolder, MetricsOf> {
        @Override
        public MetricsOf run(FleetFolder folder) throws IOException {
            return new FolderWork<MetricsOf>(folder, settings.storages(), writes ? Part.ALL : Part.RESULTS) {
                @Override
                MetricsOf of(FolderView view) throws IOException {
                    if (!writes) {
                        FolderMetrics computed = computed(ResultFolder.open(view.path()), view);
                        return MetricsOf.computed(folder.name(), view, computed);
                    }
                    try (OutputLock lock = OutputLock.acquire(view.path())) {
                        ResultFolder opened = ResultFolder.open(lock.folder());
                        FolderMetrics computed = computed(opened, view);
                        return MetricsOf.written(
                                folder.name(), view, computed, MetricsWriter.write(opened, computed.episodes()));
                    }
                }

                @Override
                MetricsOf failed(FileFault fault) {
                    return MetricsOf.failed(folder.name(), fault);
                }
            }.run();
        }

        private FolderMetrics computed(ResultFolder opened, FolderView view) {
            return FolderMetrics.compute(opened, settings.metricSets(), view.runReaders(settings.isNativeAtHand()));
        }
    }
}
