package io.github.roboreel.recorder.jhdf;

import io.jhdf.exceptions.HdfException;
import java.io.IOException;

/**
 * Calls of the HDF5 library, whose answer to damage is any unchecked exception. A damaged length can also ask for more
 * memory than there is, and a damaged tree can lead in a circle: such a call fails, too, and what it held is free
 * again.
 */
final class Damage {
    private Damage() {}

    /** A call. */
    @FunctionalInterface
    interface Call<T> {
        T run() throws IOException;
    }

    /**
     * Makes a call.
     *
     * @throws IOException also when the library fails in any way
     */
    static <T> T named(Call<T> call) throws IOException {
        try {
            return call.run();
        } catch (RuntimeException e) {
            throw new IOException("it is damaged (" + reason(e) + ")", e);
        } catch (OutOfMemoryError | StackOverflowError e) {
            throw new IOException("it is damaged, or too large for this JVM's memory (" + e + ")", e);
        }
    }

    /** The library's messages end with where and why; what was thrown first says most. */
    private static String reason(Throwable thrown) {
        Throwable first = thrown;
        while (first.getCause() != null && first.getCause() != first) {
            first = first.getCause();
        }
        String message = first.getMessage() == null ? "" : first.getMessage();
        String line = message.lines().findFirst().orElse("");
        boolean isTold = first instanceof HdfException && !line.isEmpty();
        return isTold ? line : (first.getClass().getSimpleName() + " " + line).strip();
    }
}
