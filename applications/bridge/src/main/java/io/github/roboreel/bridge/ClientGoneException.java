package io.github.roboreel.bridge;

import java.io.IOException;

/** A client's socket has ended. */
final class ClientGoneException extends IOException {
    private static final long serialVersionUID = 1L;

    ClientGoneException(Throwable cause) {
        super("the client is gone", cause);
    }
}
