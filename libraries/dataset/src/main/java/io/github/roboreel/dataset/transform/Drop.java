package io.github.roboreel.dataset.transform;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.format.names.KnownNames;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.NamePattern;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Leaves arrays out, those of the observation after the last action with those of the observations.
 *
 * @param pattern of their paths, as {@link NamePattern} has it
 */
record Drop(String pattern) implements EpisodeChange {
    @Override
    public EpisodeReader arrays(EpisodeFacts facts, EpisodeReader episode) throws IOException {
        NamePattern names = new NamePattern(pattern);
        List<String> all = episode.paths();
        List<String> kept = all.stream()
                .filter(path -> !names.matches(path) && !names.matches(DemoPaths.obsOf(path)))
                .toList();
        if (kept.size() == all.size()) {
            throw new ExportRefusedException(
                    "%s has no '%s' to drop; %s", facts.where(), pattern, KnownNames.hint(pattern, all));
        }
        return new Kept(episode, kept);
    }

    private static final class Kept extends ChangedArrays {
        private final List<String> kept;

        Kept(EpisodeReader episode, List<String> kept) {
            super(episode);
            this.kept = kept;
        }

        @Override
        public List<String> paths() {
            return kept;
        }

        @Override
        public DatasetInfo info(String path) throws IOException {
            if (!kept.contains(path)) {
                throw new IOException(Sentence.of("%s: '%s' was left out", name(), path));
            }
            return source().info(path);
        }

        @Override
        public byte[] readBytes(String path, long from, long to) throws IOException {
            return source().readBytes(path, from, to);
        }

        @Override
        public Map<String, byte[]> readBytes(List<String> paths, long from, long to) throws IOException {
            return source().readBytes(paths, from, to);
        }
    }
}
