package io.github.roboreel.recorder.hdf5.recover;

import io.github.roboreel.recorder.EpisodeStatus;
import java.util.List;

/**
 * What became of one demo in a recovery. Immutable.
 *
 * @param demo its name
 * @param status its status now
 * @param numSamples steps it holds now
 * @param rowsReplayed how many of them came from staging, the rest was in the run file
 * @param rowsLost steps that had been acknowledged and are not among them, because what was staged or stored of them is
 *     damaged
 * @param rowsTorn steps at the end of which only a part had been consumed when the recorder died; they were never
 *     acknowledged
 * @param initialStateLost whether the state the episode began with is missing
 * @param events what was staged of its events, in order: each as {@code EventLogFile.encode} gives it, for
 *     {@code EventLogFile.decode}
 * @param eventsLost how many more the episode had when it ended
 */
public record DemoRecovery(
        String demo,
        EpisodeStatus status,
        long numSamples,
        long rowsReplayed,
        long rowsLost,
        long rowsTorn,
        boolean initialStateLost,
        List<String> events,
        long eventsLost) {
    public DemoRecovery {
        events = List.copyOf(events);
    }

    /** Whether everything acknowledged is there. */
    public boolean isComplete() {
        return rowsLost == 0 && !initialStateLost && eventsLost == 0;
    }
}
