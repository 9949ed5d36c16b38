package io.github.roboreel.systemtests.soak;

import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeStatus;
import java.util.List;
import java.util.Random;

/** How an env's episode comes to its end. */
enum Ending {
    SUCCESS(EpisodeStatus.SUCCESS),
    FAILURE(EpisodeStatus.FAILURE),
    TRUNCATED(EpisodeStatus.TRUNCATED),
    ABORTED(EpisodeStatus.ABORTED),
    DISCARDED(EpisodeStatus.DISCARDED),
    /** Its thread stops without a word; closing the run aborts it. */
    UNENDED(EpisodeStatus.ABORTED);

    private static final List<Ending> WEIGHTED =
            List.of(SUCCESS, SUCCESS, SUCCESS, FAILURE, FAILURE, TRUNCATED, ABORTED, DISCARDED, DISCARDED, UNENDED);

    private final EpisodeStatus status;

    Ending(EpisodeStatus status) {
        this.status = status;
    }

    static Ending random(Random random) {
        return WEIGHTED.get(random.nextInt(WEIGHTED.size()));
    }

    /** The status it leaves in the files. */
    EpisodeStatus status() {
        return status;
    }

    /** What the caller says; not for one that never ends. */
    EpisodeOutcome outcome() {
        return switch (this) {
            case SUCCESS -> EpisodeOutcome.success("reached");
            case FAILURE -> EpisodeOutcome.failure("missed");
            case TRUNCATED -> EpisodeOutcome.truncated("time is up");
            case ABORTED -> EpisodeOutcome.aborted("called off");
            case DISCARDED -> EpisodeOutcome.discarded("not wanted");
            case UNENDED -> throw new IllegalStateException("an unended episode has no outcome");
        };
    }
}
