package io.github.roboreel.recorder.hdf5.recover;

import io.github.roboreel.recorder.hdf5.worker.Service;
import java.io.IOException;
import java.nio.file.Path;

/** Recovers a run in the process that {@link RecoveryProcess} starts. */
final class RecoveryWorker implements Service<RecoveryWorker.Request> {
    /** A run to recover; see {@link RunRecovery}. */
    record Request(Path run, RecoveryPlace place, String doubt) {}

    /** A step that was done. */
    record Step(RecoveryStep step) {}

    @Override
    public Class<Request> requestType() {
        return Request.class;
    }

    @Override
    public RecoveryReport answer(Request request, Progress progress) throws IOException {
        try {
            return new RunRecovery(request.place(), request.doubt(), step -> progress.tell(new Step(step)))
                    .recover(request.run());
        } catch (RuntimeException | VirtualMachineError e) {
            // The file is to blame, as for a crash; what is staged can be brought back without it.
            throw new AssertionError(e);
        }
    }
}
