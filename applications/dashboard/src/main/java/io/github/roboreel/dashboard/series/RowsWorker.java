package io.github.roboreel.dashboard.series;

import io.github.roboreel.recorder.hdf5.lib.Hdf5;
import io.github.roboreel.recorder.hdf5.worker.Service;
import java.io.IOException;

/** Service that reads run files for the dashboard, in a process of its own. */
final class RowsWorker implements Service<RowsRequest> {
    private final WorkerRuns runs = new WorkerRuns();
    private final SeriesRows series = new SeriesRows();

    @Override
    public Class<RowsRequest> requestType() {
        return RowsRequest.class;
    }

    @Override
    public Object answer(RowsRequest request, Progress progress) throws IOException {
        if (request.call() == null) {
            Hdf5.load();
            return true;
        }
        WorkerRuns.Run run = runs.get(request.file(), request.damage());
        try {
            return request.call().answer(run, run.demo(request.demo()), series);
        } catch (IOException | RuntimeException | Error e) {
            if (!(e instanceof IllegalArgumentException)) {
                runs.close(request.file());
            }
            throw e;
        }
    }
}
