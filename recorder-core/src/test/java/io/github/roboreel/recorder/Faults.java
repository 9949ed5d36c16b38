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
        return assertFault(type, kind, call, null);
    }

    /** As {@link #assertFault(Class, Kind, Executable)}, saying why where it throws something else or nothing. */
    public static <T extends Exception & Fault> T assertFault(
            Class<T> type, Kind kind, Executable call, String reason) {
        T fault = assertThrows(type, call, reason);
        assertEquals(kind, fault.kind(), reason == null ? fault.getMessage() : reason + ": " + fault.getMessage());
        return fault;
    }
}
