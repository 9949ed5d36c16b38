package io.github.roboreel.recorder.hdf5.worker;

import java.io.IOException;

/**
 * Work that a {@link Worker} does: one request after the other, on one thread. Has a constructor without parameters.
 *
 * @param <Q> record of a request; with what it holds it crosses a process boundary as JSON
 */
public interface Service<Q> {
    /** Hears how a request goes. */
    @FunctionalInterface
    interface Progress {
        /**
         * Reports to the parent at once, which shows that the worker does not hang. Any thread.
         *
         * @param news a record
         */
        void tell(Object news);
    }

    Class<Q> requestType();

    /**
     * Does what is asked. An unchecked exception is a failure, too; an error that is none of the virtual machine's ends
     * the process, as a crash does.
     *
     * @return a record, a list or map of such, or a {@code byte[]}
     * @throws IOException when the work failed; its message reaches the parent
     * @throws IllegalArgumentException when the request makes no sense; likewise
     */
    Object answer(Q request, Progress progress) throws IOException;
}
