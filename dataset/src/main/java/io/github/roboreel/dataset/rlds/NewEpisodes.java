package io.github.roboreel.dataset.rlds;

import io.github.roboreel.dataset.DatasetSurvey;
import io.github.roboreel.dataset.EpisodeSource;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ExportSummary;
import io.github.roboreel.dataset.rlds.EpisodesWriter.Written;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The episodes of one export: writes them and checks what was written.
 *
 * @param plan what they become
 * @param survey of them
 * @param source of them
 * @param limits of files and records
 * @param progress is told
 */
record NewEpisodes(
        RldsPlan plan, DatasetSurvey survey, EpisodeSource source, RecordLimits limits, ExportProgress progress) {

    /** Writes the record files, under the names of {@link ShardWriter#file}. */
    Written write(Path folder) throws IOException {
        progress.phase("writing", survey.steps());
        return EpisodesWriter.write(plan, source, folder, limits, progress);
    }

    /** Compares the record files with the source; the arrays found equal. */
    long check(Path folder, List<Path> files) throws IOException {
        progress.phase("checking", survey.steps());
        return ReadBack.check(plan, source, folder, files, progress);
    }

    /** With what the target holds now. */
    ExportSummary summary(Path target, DatasetInfoFile info, Written written, long arrays) {
        List<String> notes = new ArrayList<>(plan.notes());
        if (written.large() > 0) {
            notes.add(written.large()
                    + " episodes take more than "
                    + (EpisodesWriter.LARGE_PAYLOAD_BYTES >> 20)
                    + " MiB each, and readers decode an episode as a whole; they need that"
                    + " much memory.");
        }
        return new ExportSummary(target, info.episodes(), survey.steps(), arrays, notes);
    }
}
