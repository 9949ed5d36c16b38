package io.github.roboreel.recordings.transform.flow;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.transform.Episodes;
import io.github.roboreel.recordings.transform.Steps;

/**
 * The steps of episodes, read ahead by several threads, each of which goes through one episode at a time with all its
 * transformations. They come in the same order as {@link Episodes#steps} gives them, whatever the number of threads, so
 * what is drawn from them by a seed is the same too.
 *
 * <p>The steps that are read and not yet taken have {@code maxBytes} at most, counting the bytes of their arrays, and a
 * step for each thread, for one that waits, and for the reader, more. A failure comes to the reader at the place where
 * the step would have been. Closing the cursor, also early, ends the threads; it waits for the step that each is
 * reading. The episodes must bear to be read by several threads, as those of open recordings do.
 *
 * @param threads that read, at least 1
 * @param maxBytes of steps that are held
 */
public record Prefetch(int threads, long maxBytes) {
    private static final int MAX_THREADS = 256;

    /** Refuses numbers that nothing can be read with. */
    public Prefetch {
        if (threads < 1 || threads > MAX_THREADS || maxBytes < 1) {
            throw new IllegalArgumentException(Sentence.of(
                    "%s threads with %s bytes cannot read ahead; expected 1 to %s threads and at least 1 byte",
                    threads, maxBytes, MAX_THREADS));
        }
    }

    /** The steps of all episodes, one after the other. */
    public Steps steps(Episodes episodes) {
        return () -> new PrefetchLanes(episodes.open(), threads, maxBytes).start();
    }
}
