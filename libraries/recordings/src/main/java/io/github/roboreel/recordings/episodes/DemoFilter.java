package io.github.roboreel.recordings.episodes;

import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.RunReader;
import java.io.IOException;

/** Which demos of an open run file are wanted. For one thread. */
@FunctionalInterface
public interface DemoFilter {
    /** All demos, whatever they are. */
    DemoFilter ALL = demo -> true;

    /**
     * Whether a demo is wanted.
     *
     * @throws IOException when what is said of it cannot be read
     */
    boolean includes(EpisodeReader demo) throws IOException;

    /** Makes the filter of a run file as soon as that is open. */
    @FunctionalInterface
    interface Factory {
        /** Filters that let all demos pass. */
        Factory ALL = run -> DemoFilter.ALL;

        /**
         * The filter of an open run file.
         *
         * @throws IOException when what is said of the file cannot be read
         */
        DemoFilter of(RunReader run) throws IOException;
    }
}
