package io.github.roboreel.cli.record;

import io.github.roboreel.format.fault.Sentence;
import java.time.Duration;

/**
 * The place of a run among those of its batch.
 *
 * @param runs runs there will be, those of earlier recordings included
 * @param isMost whether there may be fewer
 * @param recorded runs that this recording has finished
 * @param recordedSeconds wall time they took
 */
record BatchPlace(int runs, boolean isMost, int recorded, double recordedSeconds) {
    private static final double SHOWN_FROM_SECONDS = 2;

    /** What stands behind the run's index, for example {@code 2 of 10}. */
    String text(int run) {
        return (run + 1) + " of " + (isMost ? "at most " : "") + runs;
    }

    /**
     * What stands behind the run's progress, for example {@code , 1 min 20 s left}; empty while too little is known.
     * Every run is taken to be as long as those before it.
     *
     * @param run index of the run in progress
     * @param fraction of the run that is done, 0 to 1
     * @param seconds wall time since the run began
     */
    String left(int run, double fraction, double seconds) {
        double runsDone = recorded + fraction;
        double elapsedSeconds = recordedSeconds + seconds;
        if (runsDone <= 0 || elapsedSeconds < SHOWN_FROM_SECONDS) {
            return "";
        }
        double runsLeft = Math.max(0, runs - run - fraction);
        Duration left = Duration.ofSeconds(Math.round(elapsedSeconds / runsDone * runsLeft));
        return ", " + (isMost ? "at most " : "") + shown(left) + " left";
    }

    private static String shown(Duration left) {
        if (left.toHours() > 0) {
            return Sentence.of("%d h %d min", left.toHours(), left.toMinutesPart());
        }
        return left.toMinutes() > 0
                ? Sentence.of("%d min %d s", left.toMinutes(), left.toSecondsPart())
                : left.toSeconds() + " s";
    }
}
