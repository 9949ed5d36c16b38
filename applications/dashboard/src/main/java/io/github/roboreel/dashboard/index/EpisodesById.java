package io.github.roboreel.dashboard.index;

import io.github.roboreel.dashboard.api.Ids;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Episodes of a recording by their ids. Immutable. */
final class EpisodesById {
    private final IndexedRecording recording;
    private final List<EpisodePlace> open;
    private final long[] keys;
    private final int[] positions;

    EpisodesById(IndexedRecording recording, EnvFolders folders) {
        this.recording = recording;
        this.open = OpenEpisodes.of(recording, folders);
        List<IndexedEpisode> episodes = recording.episodes();
        positions = IntStream.range(0, episodes.size())
                .boxed()
                .sorted(Comparator.comparingLong(i -> episodes.get(i).key()))
                .mapToInt(Integer::intValue)
                .toArray();
        keys = Arrays.stream(positions).mapToLong(i -> episodes.get(i).key()).toArray();
    }

    boolean isOf(IndexedRecording other) {
        return recording == other;
    }

    /** Episodes without a line. */
    List<EpisodePlace> open() {
        return open;
    }

    /** The episode without a line that has this id. */
    Optional<EpisodePlace> findOpen(String id) {
        return open.stream().filter(place -> place.id().equals(id)).findFirst();
    }

    /** The line of the episode of this id that was written last. */
    Optional<IndexedEpisode> find(String id) {
        long key = Ids.key(id);
        IndexedEpisode found = null;
        int from = Arrays.binarySearch(keys, key);
        for (int i = first(from, key); i >= 0 && i < keys.length && keys[i] == key; i++) {
            IndexedEpisode episode = recording.episodes().get(positions[i]);
            boolean isIt = episode.id(recording.recording().path()).equals(id);
            boolean isLater =
                    found == null || episode.place().line() > found.place().line();
            found = isIt && isLater ? episode : found;
        }
        return Optional.ofNullable(found);
    }

    private int first(int found, long key) {
        int first = found;
        while (first > 0 && keys[first - 1] == key) {
            first--;
        }
        return first;
    }
}
