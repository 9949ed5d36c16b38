package io.github.roboreel.format.fault;

import io.github.roboreel.format.fault.RoboReelException.Kind;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;

/**
 * Failure to read or write a file whose {@link Kind} is known. Checked, unlike {@link RoboReelException}: a caller that
 * goes through many files notes it and continues with the next.
 */
public class FileFaultException extends IOException implements Fault {
    private static final long serialVersionUID = 1L;

    private final Kind kind;

    /**
     * A failure.
     *
     * @param sentence the file, what is wrong with it, and what to do
     * @param cause null when there is none
     */
    public FileFaultException(Kind kind, String sentence, Throwable cause) {
        super(sentence, cause);
        this.kind = Objects.requireNonNull(kind, "kind");
    }

    @Override
    public final Kind kind() {
        return kind;
    }

    @Override
    public final Optional<Advice> advice() {
        return Optional.empty();
    }
}
