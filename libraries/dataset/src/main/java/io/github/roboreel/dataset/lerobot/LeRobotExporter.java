package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.DatasetArguments;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ExportSummary;
import io.github.roboreel.dataset.Exporter;
import io.github.roboreel.dataset.JoinedSource;
import io.github.roboreel.dataset.StagedTarget;
import io.github.roboreel.dataset.lerobot.ParquetFiles.Workplace;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;

/**
 * Makes a LeRobot dataset, version 3.0: a row per action, with what was observed before it. Needs memory for some 32 MB
 * of rows, in Java and in DuckDB, and room on the disk for the tables and for a file of each camera twice. For one
 * thread.
 */
public final class LeRobotExporter implements Exporter {
    /** When a file of a table is full, MB of 2^20 bytes. */
    static final int FILE_MEGABYTES = 100;

    static final long FILE_BYTES = (long) FILE_MEGABYTES << 20;
    /** The same of a file of videos. */
    static final int VIDEO_FILE_MEGABYTES = 200;

    static final long VIDEO_FILE_BYTES = (long) VIDEO_FILE_MEGABYTES << 20;

    private final LeRobotOptions options;
    private final long fileBytes;
    private final long videoBytes;

    public LeRobotExporter(LeRobotOptions options) {
        this(options, FILE_BYTES, VIDEO_FILE_BYTES);
    }

    LeRobotExporter(LeRobotOptions options, long fileBytes, long videoBytes) {
        this.options = options;
        this.fileBytes = fileBytes;
        this.videoBytes = videoBytes;
    }

    @Override
    public ExportSummary export(EpisodeSource recorded, ExportProgress progress) throws IOException {
        EpisodeSource source = new JoinedSource(recorded);
        DatasetArguments.requireNew(options.target(), "another name");
        LeRobotPlan plan = LeRobotPlan.of(options, LeRobotSurvey.of(source, options));
        try (StagedTarget staged = StagedTarget.of(options.target())) {
            int compared;
            try (Workplace place = Workplace.in(staged.work())) {
                compared = write(source, plan, progress, place);
            }
            staged.finish();
            return new ExportSummary(
                    options.target(), plan.episodes().count(), plan.episodes().steps(), compared, plan.notes());
        }
    }

    private int write(EpisodeSource source, LeRobotPlan plan, ExportProgress progress, Workplace place)
            throws IOException {
        PartWriter writer = new PartWriter(plan, plan.whole(fileBytes, videoBytes), place, progress);
        writer.write(source, options.reward());
        int compared = writer.check();
        new MetaFiles(place, plan).write(options, writer.statistics());
        return compared;
    }
}
