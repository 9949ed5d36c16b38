package io.github.roboreel.dataset.transform;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.NamePattern;
import io.github.roboreel.recordings.transform.fields.ResizeImages;
import java.io.IOException;
import java.util.List;

/**
 * Gives pictures another size, as {@link ResizeImages} does; with them those observed after the last action.
 *
 * @param pattern of their paths, as {@link NamePattern} has it
 * @param height of the result, pixels
 * @param width of the result, pixels
 */
record Resize(String pattern, int height, int width) implements EpisodeChange {
    /** Refuses sizes that no picture has. */
    public Resize {
        ResizeImages.to(height, width);
    }

    @Override
    public EpisodeReader arrays(EpisodeFacts facts, EpisodeReader episode) throws IOException {
        NamePattern names = new NamePattern(pattern);
        EpisodeReader resized = episode;
        for (String path : episode.paths()) {
            if (names.matches(path) || names.matches(DemoPaths.obsOf(path))) {
                ResizeImages resize = new ResizeImages(height, width, List.of(path));
                resized = RowChange.of(facts, resized, path, List.of(path), resize);
            }
        }
        if (resized == episode) {
            throw new ExportRefusedException("%s has no pictures '%s' to resize", facts.where(), pattern);
        }
        return resized;
    }
}
