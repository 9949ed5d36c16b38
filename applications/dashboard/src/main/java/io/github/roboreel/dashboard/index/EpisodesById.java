package io.github.roboreel.dashboard.index;

import io.github.roboreel.dashboard.api.Ids;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recordings.folder.EnvFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;

/** Episodes of a recording by their ids. Immutable. */
final class EpisodesById {
    private final IndexedRecording recording;
    private final List<EpisodePlace> open;
    private final long[] keys;
    private final int[] positions;

    EpisodesById(IndexedRecording recording, EnvFolders folders) {
        this.recording = recording;
        this.open = open(recording, folders);
        List<IndexedEpisode> episodes = recording.episodes();
        positions = IntStream.range(0, episodes.size())
                .boxed()
                .sorted(Comparator.comparingLong(i -> episodes.get(i).key()))
                .mapToInt(Integer::intValue)
                .toArray();
        keys = Arrays.stream(positions).mapToLong(i -> episodes.get(i).key()).toArray();
    }

    /** Episodes of runs that were not closed, by env, run and demo: those that are being recorded, or were. */
    private static List<EpisodePlace> open(IndexedRecording recording, EnvFolders folders) {
        List<EpisodePlace> open = new ArrayList<>();
        for (EnvSummary env : recording.envs()) {
            for (EnvSummary.Run run : env.runs()) {
                if (run.isOpen()) {
                    addOpen(recording, env, run, folders, open);
                }
            }
        }
        return open;
    }

    private static void addOpen(
            IndexedRecording recording,
            EnvSummary env,
            EnvSummary.Run run,
            EnvFolders folders,
            List<EpisodePlace> open) {
        Set<Integer> ended = new HashSet<>();
        int next = 0;
        for (IndexedEpisode episode : recording.episodes()) {
            IndexedEpisode.Place place = episode.place();
            if (place.run() == run.run() && episode.envName().equals(env.name())) {
                ended.add(place.demo());
                next = Math.max(next, place.demo() + 1);
            }
        }
        Path path = recording.recording().path();
        EnvFolder folder = folders.read(path.resolve(env.name()));
        // With continuous episodes each env has one that runs, and places behind these have not begun.
        int begun = next + folder.settings().envs().orElse(1);
        int places = env.demosPerRun() == null ? 1 : env.demosPerRun();
        for (int demo = 0; demo < Math.min(places, begun); demo++) {
            if (!ended.contains(demo)) {
                open.add(new EpisodePlace(
                        Ids.of(path.toString(), env.name(), run.file(), DemoPaths.demo(demo)),
                        recording.recording(),
                        folder,
                        Optional.empty(),
                        folder.path().resolve(run.file()),
                        DemoPaths.demo(demo),
                        OptionalInt.of(run.run()),
                        OptionalInt.of(demo),
                        env.dtSeconds(),
                        false));
            }
        }
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
