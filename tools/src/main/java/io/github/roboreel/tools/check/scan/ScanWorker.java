package io.github.roboreel.tools.check.scan;

import io.github.roboreel.recorder.hdf5.isolation.Service;
import java.util.Map;

/** Reads run files for {@link IsolatedScans} and tells what it finds as {@link ScanMessage}s. */
final class ScanWorker implements Service<ScanRequest> {
    private static final long REPEAT_NANOS = 5_000_000_000L;

    @Override
    public Class<ScanRequest> requestType() {
        return ScanRequest.class;
    }

    @Override
    public Object answer(ScanRequest request, Progress progress) {
        new RunFileScan(request, new Teller(progress)).run();
        return true;
    }

    private static final class Teller implements ScanListener {
        private final Progress progress;
        private String place;
        private long toldNanos;

        Teller(Progress progress) {
            this.progress = progress;
        }

        /** A new place at once, since reading it may be the last thing this process does. */
        @Override
        public void at(String inside) {
            boolean isNew = !inside.equals(place);
            if (isNew || System.nanoTime() - toldNanos > REPEAT_NANOS) {
                place = inside;
                toldNanos = System.nanoTime();
                progress.tell(new ScanMessage(inside, null, null, null, null));
            }
        }

        @Override
        public void fault(ValueFault fault) {
            progress.tell(new ScanMessage(null, fault, null, null, null));
        }

        @Override
        public void opened(boolean isLive, Map<String, Object> attributes) {
            progress.tell(new ScanMessage(null, null, new ScanMessage.Opened(isLive, attributes), null, null));
        }

        @Override
        public void measured(FileSpace space) {
            progress.tell(new ScanMessage(null, null, null, space, null));
        }

        @Override
        public void demo(DemoFacts demo) {
            progress.tell(new ScanMessage(null, null, null, null, demo));
        }
    }
}
