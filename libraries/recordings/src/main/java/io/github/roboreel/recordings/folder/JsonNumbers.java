package io.github.roboreel.recordings.folder;

import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Numbers that may be missing, as JSON documents have them. */
public final class JsonNumbers {
    private JsonNumbers() {}

    /** Null where there is none. */
    public static Integer orNull(OptionalInt number) {
        return number.isPresent() ? number.getAsInt() : null;
    }

    /** Null where there is none, or one that is not finite, which JSON has not. */
    public static Double orNull(OptionalDouble number) {
        return number.isPresent() && Double.isFinite(number.getAsDouble()) ? number.getAsDouble() : null;
    }
}
