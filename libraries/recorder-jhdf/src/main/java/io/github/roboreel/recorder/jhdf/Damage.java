package io.github.roboreel.recorder.jhdf;

import io.github.roboreel.format.fault.FileFaultException;
import io.github.roboreel.format.fault.IoSupplier;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.jhdf.exceptions.HdfException;
import io.jhdf.exceptions.UnsupportedHdfException;
import java.io.IOException;

/**
 * Calls of the HDF5 library, whose answer to damage is any unchecked exception. A damaged length can also ask for more
 * memory than there is, and a damaged tree can lead in a circle: such a call fails, too, and what it held is free
 * again.
 */
final class Damage {
    private Damage() {}

    /**
     * Makes a call.
     *
     * @throws IOException also when the library fails in any way
     */
    static <T> T named(IoSupplier<T> call) throws IOException {
        try {
            return call.get();
        } catch (RuntimeException e) {
            throw isOfUnsupported(e)
                    ? notReadHere("it is stored in a way that plain Java does not read (" + reason(e) + ")", e)
                    : new IOException("it is damaged (" + reason(e) + ")", e);
        } catch (InternalError e) {
            throw new IOException("it was cut off, or its disk failed, while it was read (" + e.getMessage() + ")", e);
        } catch (OutOfMemoryError | StackOverflowError e) {
            throw new IOException("it is damaged, or too large for this JVM's memory (" + e + ")", e);
        }
    }

    /**
     * Makes a call that allocates what it gives.
     *
     * @throws IOException also when that does not fit into memory
     */
    static <T> T inMemory(IoSupplier<T> call) throws IOException {
        try {
            return call.get();
        } catch (OutOfMemoryError e) {
            throw new IOException("its rows do not fit into memory, read fewer at a time; it may be damaged", e);
        }
    }

    /**
     * What the native library reads and plain Java does not.
     *
     * @param sentence what it is, without what to do
     * @param cause null when there is none
     */
    static FileFaultException notReadHere(String sentence, Throwable cause) {
        return new FileFaultException(Kind.UNSUPPORTED, sentence + "; read it with the native library", cause);
    }

    private static boolean isOfUnsupported(Throwable thrown) {
        Throwable at = thrown;
        while (at != null && !(at instanceof UnsupportedHdfException)) {
            at = at.getCause() == at ? null : at.getCause();
        }
        return at != null;
    }

    /**
     * The library's messages end with where and why; what was thrown first says most. Others are of Java's own, about
     * an index or a length.
     */
    private static String reason(Throwable thrown) {
        Throwable first = thrown;
        while (first.getCause() != null && first.getCause() != first) {
            first = first.getCause();
        }
        String message = first.getMessage() == null ? "" : first.getMessage();
        String line = message.lines().findFirst().orElse("");
        return first instanceof HdfException && !line.isEmpty() ? line : "a length or an address in it cannot be true";
    }
}
