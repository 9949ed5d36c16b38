package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class RecordingHealthTest {
    private final RecordingHealth health = new RecordingHealth();
    private final IOException full = new IOException("the disk is full");

    /** As try-with-resources puts together what a producer and {@code close} throw. */
    @Test
    void theStackTraceOfAFailedRecordingHoldsNothingTwice() {
        health.fail(new RecorderException("sink 'hdf5' failed", full));
        health.fail(new RecorderException("sink 'hdf5' cannot close", new IOException("", full)));
        health.fail(new RecorderException("the results cannot be closed", new IOException("EIO")));
        RecorderException thrown = assertThrows(RecorderException.class, health::check);
        thrown.addSuppressed(assertThrows(RecorderException.class, health::checkAtClose));

        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace, true));

        assertFalse(trace.toString().contains("CIRCULAR"), trace.toString());
        assertEquals(2, trace.toString().split("the disk is full", -1).length, trace.toString());
        assertTrue(trace.toString().contains("the results cannot be closed"), trace.toString());
    }

    @Test
    void closeShowsTheCauseThatNobodyWasShown() {
        RecorderException first = new RecorderException("sink 'hdf5' failed", full);
        health.fail(first);
        assertSame(first, assertThrows(RecorderException.class, health::checkAtClose));
    }

    @Test
    void aChainOfCausesThatEndsInItselfIsNoLoop() {
        RecorderException failure = new RecorderException("a", full);
        full.initCause(failure);
        health.fail(failure);
        health.fail(new RecorderException("b", new IOException("another")));
        assertEquals(1, failure.getSuppressed().length);
    }
}
