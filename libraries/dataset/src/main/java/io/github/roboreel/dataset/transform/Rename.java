package io.github.roboreel.dataset.transform;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.format.names.KnownNames;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives an array, or a group with all below it, another path at the same place in the order. What was observed after
 * the last action goes with its observation.
 *
 * @param path it has
 * @param name path it shall have
 */
record Rename(String path, String name) implements EpisodeChange {
    @Override
    public EpisodeReader arrays(EpisodeFacts facts, EpisodeReader episode) throws IOException {
        Map<String, String> sources = new LinkedHashMap<>();
        boolean isFound = false;
        for (String old : episode.paths()) {
            String now = renamed(old);
            isFound |= !now.equals(old);
            if (sources.put(now, old) != null) {
                throw new ExportRefusedException(
                        "%s: '%s' cannot be called '%s', because there is '%s' already; choose another name",
                        facts.where(), path, name, now);
            }
        }
        if (!isFound && !path.equals(name)) {
            throw new ExportRefusedException(
                    "%s has no '%s' to rename; %s", facts.where(), path, KnownNames.hint(path, episode.paths()));
        }
        return new Renamed(episode, sources);
    }

    private String renamed(String old) {
        if (isAt(old, path)) {
            return name + old.substring(path.length());
        }
        boolean isObservation = DemoPaths.isIn(DemoPaths.OBS, path) && DemoPaths.isIn(DemoPaths.OBS, name);
        return isObservation && isAt(old, DemoPaths.finalOf(path))
                ? DemoPaths.finalOf(name)
                        + old.substring(DemoPaths.finalOf(path).length())
                : old;
    }

    private static boolean isAt(String path, String group) {
        return path.equals(group) || DemoPaths.isIn(group, path);
    }

    private static final class Renamed extends ChangedArrays {
        private final Map<String, String> sources;

        Renamed(EpisodeReader episode, Map<String, String> sources) {
            super(episode);
            this.sources = sources;
        }

        @Override
        public List<String> paths() {
            return List.copyOf(sources.keySet());
        }

        @Override
        public DatasetInfo info(String path) throws IOException {
            return source().info(stored(path));
        }

        @Override
        public byte[] readBytes(String path, long from, long to) throws IOException {
            return source().readBytes(stored(path), from, to);
        }

        @Override
        public Map<String, byte[]> readBytes(List<String> paths, long from, long to) throws IOException {
            List<String> stored = new ArrayList<>();
            for (String path : paths) {
                stored.add(stored(path));
            }
            Map<String, byte[]> read = source().readBytes(stored, from, to);
            Map<String, byte[]> rows = new LinkedHashMap<>();
            for (int i = 0; i < paths.size(); i++) {
                rows.put(paths.get(i), read.get(stored.get(i)));
            }
            return rows;
        }

        private String stored(String path) throws IOException {
            String stored = sources.get(path);
            if (stored == null) {
                throw new IOException(Sentence.of("%s has no '%s'", name(), path));
            }
            return stored;
        }
    }
}
