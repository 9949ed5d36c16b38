package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.roboreel.format.fault.Fault;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import org.junit.jupiter.api.function.Executable;

/** Assertions on failures with a kind. */
public final class Faults {
    private Faults() {}

    /** What a call throws, which must be of a type and a kind. */
    public static <T extends Exception & Fault> T assertFault(Class<T> type, Kind kind, Executable call) {
        T fault = assertThrows(type, call);
        assertEquals(kind, fault.kind(), fault.getMessage());
        return fault;
    }
}
