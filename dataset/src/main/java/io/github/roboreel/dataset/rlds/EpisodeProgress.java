package io.github.roboreel.dataset.rlds;

import io.github.roboreel.dataset.ExportProgress;

/** Tells how far an episode is. Its pictures take nearly all the time, so they count. */
final class EpisodeProgress {
    private final ExportProgress progress;
    private final long steps;
    private final long pictures;
    private long picturesDone;
    private long told;

    EpisodeProgress(ExportProgress progress, RldsPlan plan, Episode episode) {
        this.progress = progress;
        steps = episode.actions();
        pictures = episode.steps()
                * plan.features().stream().filter(Feature::isPicture).count();
    }

    void pictures(int count) {
        picturesDone += count;
        tell(steps * picturesDone / pictures);
    }

    void finish() {
        tell(steps);
    }

    private void tell(long done) {
        progress.advanced(done - told);
        told = done;
    }
}
