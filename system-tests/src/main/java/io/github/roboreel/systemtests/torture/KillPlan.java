package io.github.roboreel.systemtests.torture;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/**
 * How one child is killed.
 *
 * @param run the run whose files the trigger looks at; the first, unless episodes are continuous
 * @param steps steps per env that it is to record
 * @param trigger it is killed once this is reached
 * @param killStep steps that must be acknowledged in every env, for {@link KillTrigger#STEPS}
 * @param delayMicros and so much later
 */
record KillPlan(KillMoment moment, int run, int steps, KillTrigger trigger, int killStep, long delayMicros) {
    private static final int RUNS = 4;
    private static final int CHUNK_ROWS = 500;
    private static final int FOR_EVER = 10_000_000;
    private static final int COMPACT_FLUSH_STEPS = 50;

    private static final int FLUSH_MICROS = 8_000;
    private static final int ANY_MICROS = 300_000;
    private static final List<KillTrigger> OPENING = List.of(
            KillTrigger.PROCESS,
            KillTrigger.FOLDER,
            KillTrigger.STAGING,
            KillTrigger.CREATING,
            KillTrigger.CREATING,
            KillTrigger.RUN_FILE);
    private static final List<KillTrigger> CLOSING = List.of(
            KillTrigger.STEPS, KillTrigger.STEPS, KillTrigger.FIRST_LINE, KillTrigger.ALL_LINES, KillTrigger.ALL_LINES);

    /**
     * @param spec what is recorded
     * @param mostSteps about how many steps a child may take before it is killed
     */
    static KillPlan random(TortureSpec spec, int mostSteps, Random random) {
        KillMoment moment = KillMoment.random(random);
        int flush = spec.flushIntervalSteps() > 0 ? spec.flushIntervalSteps() : CHUNK_ROWS;
        int some = 1 + random.nextInt(mostSteps);
        int run = spec.isContinuous() ? random.nextInt(RUNS) : 0;
        return switch (moment) {
            case OPEN -> {
                KillTrigger trigger = OPENING.get(random.nextInt(OPENING.size()));
                yield new KillPlan(moment, run, FOR_EVER, trigger, 0, lasting(trigger, random));
            }
            case FLUSH -> at(moment, FOR_EVER, multiple(some, flush), random);
            case CHUNK -> at(moment, FOR_EVER, multiple(some, CHUNK_ROWS), random);
            case END -> at(moment, some, some - random.nextInt(20), random);
            case CLOSE -> {
                KillTrigger trigger = CLOSING.get(random.nextInt(CLOSING.size()));
                yield new KillPlan(moment, run, some, trigger, some, lasting(trigger, random));
            }
            case COMPACT -> {
                KillTrigger trigger = KillTrigger.COMPACTING;
                int steps = Math.max(some, mostSteps / 2);
                yield new KillPlan(moment, run, steps, trigger, 0, lasting(trigger, random));
            }
            case ANY -> new KillPlan(moment, run, FOR_EVER, KillTrigger.STEPS, some, random.nextInt(ANY_MICROS));
        };
    }

    /** Whether its trigger has come, or was passed already. */
    boolean isReached(Path folder, TortureSpec spec, AckFile ack) throws IOException {
        return trigger.isReached(folder, spec, ack, this);
    }

    /**
     * What the child is to record; where its run is to be compacted, every chunk is flushed many times before it is
     * full, and each that is leaves its first place dead.
     */
    TortureSpec of(TortureSpec spec) {
        TortureSpec cut = spec.withSteps(steps);
        return moment == KillMoment.COMPACT ? cut.withFlushIntervalSteps(COMPACT_FLUSH_STEPS) : cut;
    }

    /** Within about the time from a trigger to the next one. */
    private static long lasting(KillTrigger trigger, Random random) {
        return switch (trigger) {
            case PROCESS -> random.nextInt(500_000);
            case FOLDER -> random.nextInt(200_000);
            case STAGING -> soon(10_000, random);
            case CREATING -> soon(150_000, random);
            case RUN_FILE -> soon(100_000, random);
            case STEPS -> soon(150_000, random);
            case FIRST_LINE -> soon(100_000, random);
            case ALL_LINES -> soon(25_000, random);
            case COMPACTING -> soon(50_000, random);
        };
    }

    /** Rather sooner than later: what is to be hit has begun already. */
    private static long soon(int micros, Random random) {
        return (long) (micros * random.nextDouble() * random.nextDouble());
    }

    private static int multiple(int about, int of) {
        return Math.max(1, (about + of / 2) / of) * of;
    }

    private static KillPlan at(KillMoment moment, int steps, int about, Random random) {
        int killStep = Math.max(0, about - random.nextInt(4));
        long delayMicros = soon(FLUSH_MICROS, random);
        return new KillPlan(moment, 0, steps, KillTrigger.STEPS, killStep, delayMicros);
    }
}
