package io.github.roboreel.recordings.events;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.StatusCode;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.EventLog;
import io.github.roboreel.recordings.folder.StepPeriod;
import io.github.roboreel.recordings.folder.StoredDemo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Puts the time line of one demo together. */
final class TimeLineBuilder {

    private final EnvFolder env;
    private final StoredDemo demo;
    private final EpisodeReader reader;
    private final long steps;
    private final double[] simTimes;
    private final OptionalDouble dtSeconds;
    private final List<TimeLine.Entry> entries = new ArrayList<>();
    private boolean isAligned = true;

    /** @param dtOfLog time between two steps as the log says it, s */
    TimeLineBuilder(EnvFolder env, StoredDemo demo, OptionalDouble dtOfLog) throws IOException {
        this.env = env;
        this.demo = demo;
        this.reader = demo.reader();
        this.steps = reader.numSamples();
        this.simTimes = reader.has(DemoPaths.SIM_TIME) ? reader.readDoubles(DemoPaths.SIM_TIME) : new double[0];
        this.dtSeconds = StepPeriod.of(env, reader, dtOfLog).known();
    }

    /** Event step s belongs to row s - 1. */
    void addLog(EventLog log) {
        for (EpisodeEvent event : log.events()) {
            entries.add(new TimeLine.Entry(
                    OptionalInt.of(event.step()),
                    event.step() - 1L,
                    time(event.step()),
                    event.code(),
                    event.name(),
                    event.info(),
                    OptionalInt.empty(),
                    event.score()));
        }
    }

    /** Rows that differ from the one before; aligned to steps when there is a row per step. */
    void addSubtasks() throws IOException {
        if (!reader.has(DemoPaths.SUBTASK_STATUS)
                || !reader.has(DemoPaths.SUBTASK_COMPLETED)
                || !reader.has(DemoPaths.SUBTASK_SCORE)) {
            return;
        }
        double[] status = reader.readDoubles(DemoPaths.SUBTASK_STATUS);
        double[] completed = reader.readDoubles(DemoPaths.SUBTASK_COMPLETED);
        double[] score = reader.readDoubles(DemoPaths.SUBTASK_SCORE);
        if (status.length != completed.length || status.length != score.length) {
            throw new IOException("the datasets of subtask differ in length");
        }
        isAligned = status.length == steps;
        for (int row = 0; row < status.length; row++) {
            boolean changed = row == 0
                    ? status[0] != 0 || completed[0] != 0 || score[0] != 0
                    : status[row] != status[row - 1]
                            || completed[row] != completed[row - 1]
                            || score[row] != score[row - 1];
            if (changed || !isAligned) {
                addRow(row, (int) status[row], (int) completed[row], score[row]);
            }
        }
    }

    private void addRow(int row, int status, int completed, double score) {
        entries.add(new TimeLine.Entry(
                isAligned ? OptionalInt.of(row + 1) : OptionalInt.empty(),
                row,
                isAligned ? time(row + 1) : OptionalDouble.empty(),
                status,
                StatusCode.nameOf(status),
                "",
                OptionalInt.of(completed),
                score));
    }

    private OptionalDouble time(int step) {
        if (step >= 1 && step <= simTimes.length) {
            return OptionalDouble.of(simTimes[step - 1]);
        }
        return dtSeconds.isPresent() ? OptionalDouble.of(step * dtSeconds.getAsDouble()) : OptionalDouble.empty();
    }

    TimeLine build() {
        entries.sort(Comparator.comparingInt(e -> e.step().orElse(Integer.MAX_VALUE)));
        return new TimeLine(
                demo.file().path(),
                env.name(),
                demo.file().run(),
                demo.envId(),
                demo.episode(),
                steps,
                isAligned,
                entries);
    }
}
