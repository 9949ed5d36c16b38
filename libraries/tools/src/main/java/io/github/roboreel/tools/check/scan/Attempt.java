package io.github.roboreel.tools.check.scan;

import java.io.IOException;

/** Runs the parts of a scan one by one; a part that fails is reported and the next one runs. */
final class Attempt {
    /** A part of a scan. */
    @FunctionalInterface
    interface Part {
        void run() throws IOException;
    }

    private final ScanRequest request;
    private final ScanListener listener;

    Attempt(ScanRequest request, ScanListener listener) {
        this.request = request;
        this.listener = listener;
    }

    /** Whether the path, or one below it, must not be touched. */
    boolean isSkipped(String inside) {
        return request.skip().stream().anyMatch(s -> s.equals(inside));
    }

    /** Whether something in the group must not be touched. */
    boolean isSkippedWithin(String group) {
        return request.skip().stream().anyMatch(s -> s.startsWith(group + "/"));
    }

    /** Runs a part unless it is to be skipped; true when it ran to its end. */
    boolean run(String inside, Part part) {
        if (isSkipped(inside)) {
            return false;
        }
        listener.at(inside);
        try {
            part.run();
            return true;
        } catch (IOException | RuntimeException | VirtualMachineError e) {
            // Damaged sizes surface as failed allocations or arithmetic, too.
            listener.fault(fault(inside, problem(inside, e)));
            return false;
        }
    }

    /** Some of the reader's sentences end in what to do. */
    private static ValueFault fault(String inside, String sentence) {
        int end = sentence.lastIndexOf("; ");
        return end < 0
                ? new ValueFault(inside, sentence, ValueFault.RESTORE)
                : new ValueFault(inside, sentence.substring(0, end), sentence.substring(end + 2));
    }

    /** The reader's sentence without the place, which the finding names anyway. */
    private String problem(String inside, Throwable cause) {
        String message = cause.getMessage();
        if (!(cause instanceof IOException) || message == null) {
            return "cannot be read, it is damaged (" + cause + ")";
        }
        String file = request.file();
        for (String place : new String[] {file + ", " + inside + ": ", file + ": ", file + " "}) {
            if (message.startsWith(place)) {
                return message.substring(place.length());
            }
        }
        return message;
    }
}
