package io.github.roboreel.simulator.task;

/** A task file that cannot be used; the message is one sentence that names the file and the key. */
public final class TaskFormatException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    TaskFormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
