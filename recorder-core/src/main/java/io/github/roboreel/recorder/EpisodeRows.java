package io.github.roboreel.recorder;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.plan.StepSelection;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.util.function.Consumer;

/**
 * Rows of one env's episode on the producer's side: the initial state, the step under way and the final observation,
 * with the writers that fill them. For one thread at a time.
 */
final class EpisodeRows {
    private final WallClock clock;
    private final Field simTime;
    private final Field wallTime;
    private final Field score;
    private final RowBuffer initialRow;
    private final RowBuffer stepRow;
    private final RowBuffer finalRow;
    private final StepWriter initialWriter;
    private final StepWriter stepWriter;
    private final StepWriter finalWriter;
    private final StepWriter callbackWriter;
    private final double[] simTimeValue = new double[1];
    private final long[] wallTimeValue = new long[1];
    private long saturatedValues;
    private long droppedRows;
    private double lastScore;

    EpisodeRows(int env, RunEngine engine, WallClock clock, ThreadGuard guard, Runnable publishStep) {
        this.clock = clock;
        FieldSchema schema = engine.schema();
        simTime = schema.field(DemoPaths.SIM_TIME);
        wallTime = schema.field(DemoPaths.WALL_TIME);
        score = schema.layout(FieldPhase.STEP).fields().stream()
                .filter(field -> isScore(field.spec()))
                .findFirst()
                .orElse(null);
        initialRow = new RowBuffer(env, schema, FieldPhase.INITIAL, engine.frames());
        stepRow = new RowBuffer(env, schema, FieldPhase.STEP, engine.frames());
        finalRow = new RowBuffer(env, schema, FieldPhase.FINAL, engine.frames());
        Runnable refusePublish = () -> {
            throw new IllegalStateException("env " + env
                    + ": step(row -> ...), begin, end and callbacks publish by themselves; only put" + " values here");
        };
        initialWriter = new StepWriter(initialRow, guard, refusePublish);
        stepWriter = new StepWriter(stepRow, guard, publishStep);
        finalWriter = new StepWriter(finalRow, guard, refusePublish);
        callbackWriter = new StepWriter(stepRow, guard, refusePublish);
    }

    /** An own field of that name may be something else: an image, a text, one value per hand. */
    private static boolean isScore(FieldSpec spec) {
        return spec.path().equals(DemoPaths.SUBTASK_SCORE)
                && spec.elements() == 1
                && !spec.image()
                && !spec.dtype().isText();
    }

    /** The row of the initial state, complete. */
    RowBuffer initial(Consumer<StepWriter> fill, boolean isKept) {
        RowBuffer row = filled(initialRow, initialWriter, fill, isKept);
        saturatedValues = isKept ? row.saturatedValues() : 0;
        return row;
    }

    /** The row of the final observation, complete. */
    RowBuffer last(Consumer<StepWriter> fill, boolean isKept) {
        return filled(finalRow, finalWriter, fill, isKept);
    }

    private static RowBuffer filled(RowBuffer row, StepWriter writer, Consumer<StepWriter> fill, boolean isKept) {
        open(row, isKept);
        fill.accept(writer);
        row.requireComplete();
        return row;
    }

    /** A row that a thread which died has left filled is dropped. */
    void openStep(boolean isKept) {
        droppedRows = droppedRows();
        open(stepRow, isKept);
    }

    /** Gives the step's row up; one that holds values counts as dropped. */
    void dropStep() {
        droppedRows = droppedRows();
        stepRow.clear();
    }

    /** Counts a row that was refused, whatever it holds. */
    void dropRefusedStep() {
        droppedRows++;
        stepRow.clear();
    }

    /** Rows that were filled and neither published nor discarded, the one under way too. */
    long droppedRows() {
        return droppedRows + (stepRow.isFilled() ? 1 : 0);
    }

    private static void open(RowBuffer row, boolean isKept) {
        if (isKept) {
            row.clear();
        } else {
            row.clearWithoutFrames();
        }
    }

    /** The row of the step under way. */
    RowBuffer step() {
        return stepRow;
    }

    StepWriter stepWriter() {
        return stepWriter;
    }

    /** Writes into the step's row, and does not publish it. */
    StepWriter callbackWriter() {
        return callbackWriter;
    }

    /** Fills the times that were not put, and refuses an incomplete row. */
    void completeStep(StepSelection selection) {
        if (!stepRow.has(simTime)) {
            simTimeValue[0] = selection.simTimeSeconds();
            stepRow.put(simTime, simTimeValue, 0);
        }
        if (!stepRow.has(wallTime)) {
            wallTimeValue[0] = clock.epochNanos();
            stepRow.put(wallTime, wallTimeValue, 0);
        }
        stepRow.requireComplete();
    }

    /** Counts the completed step, which the sinks get. */
    void countStep() {
        saturatedValues += stepRow.saturatedValues();
        lastScore = score == null ? 0 : stepRow.firstValue(score);
    }

    /** Values of the initial state and the steps that did not fit. */
    long saturatedValues() {
        return saturatedValues;
    }

    /** The score of the last step counted; null when the schema has none. */
    Double lastScore() {
        return score == null ? null : lastScore;
    }

    void clearInitial() {
        initialRow.clear();
    }

    /** Gives up what the rows hold. */
    void clear() {
        initialRow.clear();
        stepRow.clear();
        finalRow.clear();
    }
}
