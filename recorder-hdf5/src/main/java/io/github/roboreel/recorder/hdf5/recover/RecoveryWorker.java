package io.github.roboreel.recorder.hdf5.recover;

import io.github.roboreel.recorder.hdf5.worker.Service;
import java.io.IOException;
import java.nio.file.Path;

/** Recovers a run in the process that {@link RecoveryProcess} starts. */
final class RecoveryWorker implements Service<RecoveryWorker.Request> {
    /** A run to recover; see {@link RunRecovery}. */
    record Request(Path run, RecoveryPlace place, String doubt) {}

    /** How far the new file is. */
    record News(long bytes, long ofBytes) {}

    /** Reports each step and each piece to the parent. */
    private static final class Reporter implements RecoveryWatch {
        private final Progress progress;
        private News last = new News(0, 0);

        Reporter(Progress progress) {
            this.progress = progress;
        }

        @Override
        public void done(RecoveryStep step) {
            progress.tell(last);
        }

        @Override
        public void copied(long bytes, long ofBytes) {
            last = new News(bytes, ofBytes);
            progress.tell(last);
        }
    }

    @Override
    public Class<Request> requestType() {
        return Request.class;
    }

    @Override
    public RecoveryReport answer(Request request, Progress progress) throws IOException {
        try {
            return new RunRecovery(request.place(), request.doubt(), new Reporter(progress)).recover(request.run());
        } catch (RuntimeException | VirtualMachineError e) {
            // The file is to blame, as for a crash; what is staged can be brought back without it.
            throw new AssertionError(e);
        }
    }
}
