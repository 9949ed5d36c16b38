package io.github.roboreel.tools.check;

import io.github.roboreel.format.fault.IoAction;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.spi.RunReader;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs the parts of a scan one by one; a part that fails is a fault and the next one runs. */
final class Attempt {
    private final Path file;
    private final List<ValueFault> faults = new ArrayList<>();

    Attempt(Path file) {
        this.file = file;
    }

    /** The scan was interrupted, or the process that reads for it was: nothing was found out about the file. */
    static final class StoppedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private StoppedException(IOException cause) {
            super(cause);
        }
    }

    /**
     * Runs a part.
     *
     * @return whether it ran to its end
     * @throws StoppedException when it was interrupted
     */
    boolean run(String inside, IoAction part) {
        try {
            part.run();
            return true;
        } catch (StoppedException e) {
            throw e;
        } catch (IOException | RuntimeException | VirtualMachineError e) {
            requireOwn(e);
            // Damaged sizes surface as failed allocations or arithmetic, too.
            faults.add(fault(inside, problem(inside, e)));
            return false;
        }
    }

    private static void requireOwn(Throwable failure) {
        if (failure instanceof IOException e
                && (e instanceof InterruptedIOException || Kind.of(e) == Kind.INTERRUPTED)) {
            throw new StoppedException(e);
        }
    }

    /** The attributes of a group; each text of them that is damaged is a fault. */
    Map<String, Object> attributes(String group, Map<String, Object> attributes) {
        attributes.forEach((name, value) -> {
            if (RunReader.DAMAGED_TEXT.equals(value)) {
                fault(new ValueFault(group + "/@" + name, "cannot be read, it is damaged", ValueFault.RESTORE));
            }
        });
        return attributes;
    }

    /** Adds what is wrong with a part that ran. */
    void fault(ValueFault fault) {
        faults.add(fault);
    }

    /** What is wrong, in the order in which it was found. */
    List<ValueFault> faults() {
        return List.copyOf(faults);
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
        for (String place : new String[] {file + ", " + inside + ": ", file + ": ", file + " "}) {
            if (message.startsWith(place)) {
                return message.substring(place.length());
            }
        }
        return message;
    }
}
