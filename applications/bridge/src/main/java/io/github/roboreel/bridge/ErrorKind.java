package io.github.roboreel.bridge;

import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.config.ConfigException;
import java.util.Locale;

/** How a failure is called in an {@code error} message. */
final class ErrorKind {
    static final String PROTOCOL = "protocol";
    static final String VERSION = "version";
    static final String BAD_STATE = "bad_state";
    private static final String BAD_ARGUMENT = "bad_argument";

    private ErrorKind() {}

    static String of(Throwable failure) {
        if (failure instanceof ProtocolException refused) {
            return refused.kind();
        }
        if (failure instanceof IllegalArgumentException || failure instanceof ConfigException) {
            return BAD_ARGUMENT;
        }
        if (failure instanceof IllegalStateException) {
            return BAD_STATE;
        }
        return Kind.of(failure).name().toLowerCase(Locale.ROOT);
    }
}
