package io.github.roboreel.dashboard.health;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * What a recorder said at one instant. Immutable.
 *
 * @param nanos of {@link System#nanoTime}
 */
record Look(PrometheusSamples samples, long nanos) {
    /** Without what other recorders of the same process count. */
    Look of(Path folder) {
        return new Look(samples.ofRecorder(folder), nanos);
    }

    /**
     * Growth of a counter per second.
     *
     * @param before the look before; null for none
     * @return null when it is not known, or the counter was reset
     */
    Double rate(String counter, Look before) {
        Double now = samples.sum(counter);
        Double then = before == null ? null : before.samples.sum(counter);
        if (now == null || then == null || now < then || nanos <= before.nanos) {
            return null;
        }
        return (now - then) / secondsSince(before);
    }

    private double secondsSince(Look before) {
        return (double) (nanos - before.nanos) / TimeUnit.SECONDS.toNanos(1);
    }
}
