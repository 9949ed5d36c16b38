package io.github.roboreel.recorder.hdf5.recover.legacy;

import io.github.roboreel.format.fault.RoboReelException;
import java.util.List;

/** A run file that cannot be repaired as a whole. */
final class DamagedRunException extends RoboReelException {
    private static final long serialVersionUID = 1;

    private final transient List<String> findings;

    DamagedRunException(List<String> findings) {
        super(Kind.DAMAGED, String.join("; ", findings));
        this.findings = List.copyOf(findings);
    }

    /** What is damaged, a sentence each. */
    List<String> findings() {
        return findings;
    }
}
