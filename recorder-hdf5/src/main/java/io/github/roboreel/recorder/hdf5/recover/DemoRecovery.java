package io.github.roboreel.recorder.hdf5.recover;

import io.github.roboreel.recorder.EpisodeStatus;
import java.util.List;

/**
 * What became of one demo in a recovery. Immutable.
 *
 * @param demo its name
 * @param status its status now
 * @param numSamples steps it holds now
 * @param rows what became of its steps
 * @param initialStateLost whether the state the episode began with is missing
 * @param events what was staged of its events, in order: each as {@code EventLogFile.encode} gives it, for
 *     {@code EventLogFile.decode}
 * @param eventsLost how many more the episode had when it ended
 */
public record DemoRecovery(
        String demo,
        EpisodeStatus status,
        long numSamples,
        Rows rows,
        boolean initialStateLost,
        List<String> events,
        long eventsLost) {
    /**
     * Steps of a demo, by what became of them.
     *
     * @param replayed how many it holds that came from staging; the rest was in the run file
     * @param lost that had been acknowledged and are not in it, because what was staged or stored of them is damaged
     * @param torn at the end of which only a part had been consumed when the recorder died; they were never
     *     acknowledged
     */
    public record Rows(long replayed, long lost, long torn) {
        /** Of a demo that holds no step, and has lost none. */
        public static final Rows NONE = new Rows(0, 0, 0);
    }

    public DemoRecovery {
        events = List.copyOf(events);
    }

    /** Whether everything acknowledged is there. */
    public boolean isComplete() {
        return rows.lost == 0 && !initialStateLost && eventsLost == 0;
    }
}
