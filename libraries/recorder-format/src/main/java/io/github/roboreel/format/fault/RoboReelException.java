package io.github.roboreel.format.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/**
 * Failure with a {@link Kind} to decide by and one sentence to show.
 *
 * <p>A caller's mistake that shows in a single value or call stays an {@link IllegalArgumentException} or
 * {@link IllegalStateException}, as Java's users expect; what depends on files, settings, other processes or the
 * machine is a {@code RoboReelException}, or a {@link FileFaultException} where it is about one file that was read.
 */
public class RoboReelException extends RuntimeException implements Fault {
    private static final long serialVersionUID = 1L;

    private final Kind kind;
    private final transient Advice advice;

    /** Sort of a failure. */
    public enum Kind {
        /** Something was asked for that cannot be: a setting, name or option is wrong. */
        BAD_ARGUMENT,
        /** What is stored already contradicts what was asked for, or stands in its way; nothing was touched. */
        CONFLICT,
        /** Another recorder holds the folder; nothing was touched. */
        LOCKED,
        /** A run was not closed by its recorder; nothing was touched. */
        UNCLOSED,
        /** A disk is full, or a quota used up where the HDF5 library says so. */
        DISK_FULL,
        /** The process has as many files open as it may. */
        OUT_OF_HANDLES,
        /** The JVM has too little memory. */
        OUT_OF_MEMORY,
        /** The disk reports a fault of its own. */
        DISK_FAULT,
        /** A file could not be read or written for another reason. */
        IO,
        /** Something made no progress in its time. */
        STALLED,
        /** A stored file is damaged. */
        DAMAGED,
        /** A stored file takes values from a place that is not read, or from a file beside it that is not there. */
        LEADS_OUTSIDE,
        /** The data are sound, but not what was asked for can be made of them, or a newer RoboReel wrote them. */
        UNSUPPORTED,
        /** It was stopped on request. */
        INTERRUPTED,
        /** A simulator, sink, metric or library failed in a way of its own; the cause says how. */
        FAILED;

        /** A chain of causes may end in itself. */
        private static final int MAX_CAUSES = 50;

        /**
         * The kind of any failure: its own, that of the nearest cause that has one, else what its type says.
         *
         * @param failure an exception or error
         * @return {@link #FAILED} when nothing is known
         */
        public static Kind of(Throwable failure) {
            Kind coarse = FAILED;
            Throwable e = failure;
            for (int depth = 0; e != null && depth < MAX_CAUSES; depth++) {
                Kind own = ofOne(e);
                if (own != FAILED && own != IO) {
                    return own;
                }
                coarse = own == IO ? IO : coarse;
                e = e.getCause();
            }
            return coarse;
        }

        private static Kind ofOne(Throwable e) {
            if (e instanceof Fault fault) {
                return fault.kind();
            }
            if (e instanceof OutOfMemoryError) {
                return OUT_OF_MEMORY;
            }
            if (e instanceof TimeoutException) {
                return STALLED;
            }
            if (e instanceof ClosedByInterruptException) {
                return INTERRUPTED;
            }
            boolean isOfSystem = e instanceof IOException || e instanceof UncheckedIOException;
            return isOfSystem ? SystemWords.kindOf(String.valueOf(e.getMessage())) : FAILED;
        }

        /**
         * What helps before the same is tried again.
         *
         * @return half a sentence; empty where that depends on more than the kind
         */
        public Optional<String> remedy() {
            return Optional.ofNullable(
                    switch (this) {
                        case DISK_FULL -> "make room on its disk";
                        case OUT_OF_HANDLES -> "raise the limit of open files (ulimit -n)";
                        case DISK_FAULT -> "check its disk";
                        case OUT_OF_MEMORY -> "give the JVM more memory";
                        default -> null;
                    });
        }
    }

    /** A failure that nothing else caused. */
    public RoboReelException(Kind kind, String sentence) {
        this(kind, sentence, null, null);
    }

    /** A failure with its cause. */
    public RoboReelException(Kind kind, String sentence, Throwable cause) {
        this(kind, sentence, null, cause);
    }

    /**
     * A failure.
     *
     * @param kind what sort it is
     * @param sentence what is wrong with what, what was expected and given, and what to do unless the advice says it
     * @param advice what to do; null where there is no more to say
     * @param cause null when there is none
     */
    public RoboReelException(Kind kind, String sentence, Advice advice, Throwable cause) {
        super(sentence, cause);
        this.kind = Objects.requireNonNull(kind, "kind");
        this.advice = advice;
    }

    /**
     * A refusal of what was asked for.
     *
     * @param pattern as of {@link Sentence#of}
     * @param values of the pattern
     * @return an exception of kind {@link Kind#BAD_ARGUMENT}, to be thrown
     */
    public static RoboReelException badArgument(String pattern, Object... values) {
        return new RoboReelException(Kind.BAD_ARGUMENT, Sentence.of(pattern, values));
    }

    @Override
    public final Kind kind() {
        return kind;
    }

    @Override
    public final Optional<Advice> advice() {
        return Optional.ofNullable(advice);
    }
}
