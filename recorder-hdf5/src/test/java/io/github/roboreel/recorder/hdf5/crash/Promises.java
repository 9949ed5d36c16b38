package io.github.roboreel.recorder.hdf5.crash;

import java.util.Map;
import java.util.TreeMap;

/** What a recording had been promised, and what it had asked for, at some moment. */
final class Promises {
    /** Of one demo. */
    static final class Demo {
        private int simEnv = -1;
        private boolean begun;
        private long asked;
        private long stored;
        private long lastStore = -1;
        private long storedBeforeForce;
        private long storedBeforeLastForce;
        private long durable;
        private long forced;
        private long askedEvents;
        private long events;
        private String status = "";
        private boolean ended;

        private Demo copy() {
            Demo copy = new Demo();
            copy.simEnv = simEnv;
            copy.begun = begun;
            copy.asked = asked;
            copy.stored = stored;
            copy.lastStore = lastStore;
            copy.storedBeforeForce = storedBeforeForce;
            copy.storedBeforeLastForce = storedBeforeLastForce;
            copy.durable = durable;
            copy.forced = forced;
            copy.askedEvents = askedEvents;
            copy.events = events;
            copy.status = status;
            copy.ended = ended;
            return copy;
        }

        int simEnv() {
            return simEnv;
        }

        boolean begun() {
            return begun;
        }

        /** Steps that may be there. */
        long asked() {
            return asked;
        }

        long durable() {
            return durable;
        }

        long forced() {
            return forced;
        }

        long askedEvents() {
            return askedEvents;
        }

        long events() {
            return events;
        }

        /** With which it may have ended; empty before. */
        String status() {
            return status;
        }

        boolean ended() {
            return ended;
        }

        /** A force may take along the one row that the journal reports only later. */
        private void takeForced(long steps) {
            long explained = Math.max(forced, storedBeforeLastForce);
            if (steps > explained + 1) {
                throw new AssertionError(steps + " steps are said to be forced, and no force explains more than "
                        + explained + " and the row that was being stored");
            }
            forced = Math.min(steps, explained);
        }

        private void take(String what, String value) {
            switch (what) {
                case "beginning" -> simEnv = Integer.parseInt(value);
                case "begun" -> begun = true;
                case "stepping" -> asked = Long.parseLong(value);
                case "stored" -> stored = Long.parseLong(value);
                case "durable" -> durable = Long.parseLong(value);
                case "forced" -> takeForced(Long.parseLong(value));
                case "happening" -> askedEvents = Long.parseLong(value);
                case "happened" -> events = Long.parseLong(value);
                case "ending" -> status = simEnv >= 0 && status.isEmpty() ? value : status;
                case "ended" -> ended = true;
                default -> throw new IllegalArgumentException(what);
            }
        }
    }

    private final Map<Integer, Demo> demos = new TreeMap<>();
    private boolean closed;
    private long lastStore;

    Promises copy() {
        Promises copy = new Promises();
        demos.forEach((number, demo) -> copy.demos.put(number, demo.copy()));
        copy.closed = closed;
        return copy;
    }

    Demo demo(int number) {
        return demos.computeIfAbsent(number, n -> new Demo());
    }

    boolean isClosed() {
        return closed;
    }

    void apply(FileEvent event) {
        if (event instanceof FileEvent.Promise promise) {
            take(promise.line().split(" "));
        } else if (event instanceof FileEvent.Store store) {
            lastStore = store.ranges().get(0).offset();
        } else if (event instanceof FileEvent.ForceMapped area && !area.done()) {
            startForce(area);
        } else if (event instanceof FileEvent.Force run
                && run.done()
                && run.file().equals(LoggedRecording.RUN_FILE)) {
            endForce();
        }
    }

    private void startForce(FileEvent.ForceMapped area) {
        for (Demo demo : demos.values()) {
            if (demo.lastStore >= area.offset() && demo.lastStore < area.offset() + area.size()) {
                demo.storedBeforeForce = demo.stored;
            }
        }
    }

    /** The run file is forced last. */
    private void endForce() {
        demos.values().forEach(demo -> demo.storedBeforeLastForce = demo.storedBeforeForce);
    }

    private void take(String[] words) {
        if (words[0].equals("closed")) {
            closed = true;
        } else {
            Demo demo = demo(Integer.parseInt(words[1]));
            demo.take(words[0], words.length > 2 ? words[2] : "");
            demo.lastStore = words[0].equals("stored") ? lastStore : demo.lastStore;
        }
    }
}
