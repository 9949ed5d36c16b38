package io.github.roboreel.recorder.hdf5.worker;

import io.github.roboreel.format.fault.FileFaultException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;

/** Death of a worker that was to answer. Its message follows "reading it". */
public final class WorkerDeath extends IOException {
    private static final long serialVersionUID = 1;
    private static final int SIGNALLED = 128;

    /** SIGHUP, SIGINT and SIGTERM: it was asked to end. */
    private static final Set<Integer> ASKED_TO_END = Set.of(SIGNALLED + 1, SIGNALLED + 2, SIGNALLED + 15);

    /** Also of a system out of memory. */
    private static final int KILLED = SIGNALLED + 9;

    private final boolean isHang;
    private final int exitCode;

    private WorkerDeath(String sentence, boolean isHang, int exitCode) {
        super(sentence);
        this.isHang = isHang;
        this.exitCode = exitCode;
    }

    static WorkerDeath ofHang(Duration silence) {
        return new WorkerDeath("does not end within " + silence.toSeconds() + " s", true, KILLED);
    }

    static WorkerDeath ofExit(int exitCode) {
        return new WorkerDeath("brings the HDF5 library down", false, exitCode);
    }

    /** Whether it was ended because it said nothing for too long; the next one would take as long. */
    public boolean isHang() {
        return isHang;
    }

    /** Code with which the process ended; 128 and the signal's number when one ended it. */
    public int exitCode() {
        return exitCode;
    }

    /** Whether it was asked to end, with Ctrl-C for example, which reaches this process, too. */
    public boolean wasAsked() {
        return ASKED_TO_END.contains(exitCode);
    }

    /**
     * Refuses a death that says nothing about the file that was read.
     *
     * @throws IOException when the worker was ended from outside, or a library is missing
     */
    public void requireOwn() throws IOException {
        if (!isHang && (wasAsked() || exitCode == KILLED)) {
            throw new FileFaultException(
                    Kind.INTERRUPTED,
                    "the process that reads run files was ended by signal " + (exitCode - SIGNALLED)
                            + "; nothing was found out, start again",
                    null);
        }
        if (exitCode == WorkerMain.NO_LIBRARY) {
            throw new IOException(
                    "no native HDF5 library loads, so no run file can be read; put a binding that loads on"
                            + " the class path, or install Debian's libsis-jhdf5-jni");
        }
    }
}
