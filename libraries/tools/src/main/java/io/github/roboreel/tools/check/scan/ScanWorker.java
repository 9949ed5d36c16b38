package io.github.roboreel.tools.check.scan;

import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.hdf5.worker.Service;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;

/** Reads run files for {@link IsolatedScans} and tells what it finds as {@link ScanMessage}s. */
final class ScanWorker implements Service<ScanRequest> {
    private static final long TOLD_MILLIS = 1000;

    private final Timer timer = new Timer("roboreel-scan-places", true);

    @Override
    public Class<ScanRequest> requestType() {
        return ScanRequest.class;
    }

    @Override
    public Object answer(ScanRequest request, Progress progress) {
        Teller teller = new Teller(progress, request.tellsPlaces());
        TimerTask telling = new TimerTask() {
            @Override
            public void run() {
                teller.tellPlace();
            }
        };
        timer.schedule(telling, TOLD_MILLIS, TOLD_MILLIS);
        try {
            new RunFileScan(request, teller, Hdf5RunReader::open).run();
            return true;
        } finally {
            telling.cancel();
            teller.end();
        }
    }

    private static final class Teller implements ScanListener {
        private final Progress progress;
        private final boolean tellsEach;
        private String told = "";
        private String place = "";
        private boolean isOn;

        Teller(Progress progress, boolean tellsEach) {
            this.progress = progress;
            this.tellsEach = tellsEach;
        }

        /** A new place at once where that is asked for: reading it may be the last thing this process does. */
        @Override
        public synchronized void at(String inside) {
            place = inside;
            isOn = true;
            if (tellsEach && !inside.equals(told) || inside.equals(END)) {
                tellPlace();
            }
        }

        /** Where it is, if it has got on since it was last told. */
        synchronized void tellPlace() {
            if (isOn) {
                isOn = false;
                told = place;
                progress.tell(new ScanMessage(place, null, null, null, null));
            }
        }

        /** Nothing is told after the answer. */
        synchronized void end() {
            isOn = false;
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
