package io.github.roboreel.recorder;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** First failure of a recording; shared by producers, sinks and the post-episode stage. */
final class RecordingHealth {
    private volatile RecorderException failure;
    private volatile boolean reported;

    /** The first failure wins; later ones are attached to it, unless they only repeat it. */
    synchronized void fail(RecorderException cause) {
        if (failure == null) {
            failure = cause;
        } else if (!sharesACause(cause, failure)) {
            failure.addSuppressed(cause);
        }
    }

    private static boolean sharesACause(Throwable one, Throwable other) {
        return !Collections.disjoint(causes(one), causes(other));
    }

    private static Set<Throwable> causes(Throwable last) {
        Set<Throwable> chain = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Throwable t = last; t != null && chain.add(t); ) {
            t = t.getCause();
        }
        return chain;
    }

    boolean hasFailed() {
        return failure != null;
    }

    RecorderException failure() {
        return failure;
    }

    /** Throws, with the caller's stack, when the recording has failed. */
    void check() {
        RecorderException cause = failure;
        if (cause != null) {
            reported = true;
            throw new RecorderException(cause.getMessage(), cause);
        }
    }

    /**
     * Throws when the recording has failed. Try-with-resources attaches what {@code close} throws to what a producer
     * threw, so that a cause that a producer was shown is not repeated.
     */
    void checkAtClose() {
        RecorderException cause = failure;
        if (cause != null) {
            throw reported ? new RecorderException(cause.kind(), cause.getMessage()) : cause;
        }
    }
}
