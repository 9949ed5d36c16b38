package io.github.roboreel.recorder.bench.torture;

import java.util.Random;

/**
 * How one child is killed.
 *
 * @param steps steps per env it is told to record
 * @param killStep it is killed once that many are acknowledged in every env, -1 for as soon as it
 *     begins to make files
 * @param delayMicros and so much later
 */
record KillPlan(KillMoment moment, int steps, int killStep, long delayMicros) {
    private static final int CHUNK_ROWS = 500;
    private static final int FOR_EVER = 10_000_000;

    // About as long as each of them takes.
    private static final int OPEN_MICROS = 700_000;
    private static final int FLUSH_MICROS = 8_000;
    private static final int CLOSE_MICROS = 25_000;
    private static final int ANY_MICROS = 300_000;

    /**
     * @param spec what is recorded
     * @param mostSteps about how many steps a child may take before it is killed
     */
    static KillPlan random(TortureSpec spec, int mostSteps, Random random) {
        KillMoment moment = KillMoment.random(random);
        int flush = spec.flushIntervalSteps() > 0 ? spec.flushIntervalSteps() : CHUNK_ROWS;
        int some = 1 + random.nextInt(mostSteps);
        return switch (moment) {
            case OPEN -> new KillPlan(moment, FOR_EVER, -1, random.nextInt(OPEN_MICROS));
            case FLUSH -> at(moment, FOR_EVER, multiple(some, flush), random);
            case CHUNK -> at(moment, FOR_EVER, multiple(some, CHUNK_ROWS), random);
            case END -> at(moment, some, Math.max(0, some - random.nextInt(20)), random);
            case CLOSE -> new KillPlan(moment, some, some, soon(CLOSE_MICROS, random));
            case ANY -> new KillPlan(moment, FOR_EVER, some, random.nextInt(ANY_MICROS));
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
        return new KillPlan(moment, steps, killStep, soon(FLUSH_MICROS, random));
    }
}
