package io.github.roboreel.dashboard.series;

import io.github.roboreel.dashboard.api.Ids;
import io.github.roboreel.dashboard.index.EpisodePlace;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.RunFolder;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** The episodes before and after one in its env folder, by run and env. */
final class Neighbours {
    /** Places of a run file that are tried; most recordings have fewer. */
    private static final int MAX_PLACES = 4096;

    private static final int USUAL_PLACES = 64;
    private static final int MAX_RUNS = 8;

    private final EpisodePlace episode;
    private final Predicate<String> exists;

    private Neighbours(EpisodePlace episode, Predicate<String> exists) {
        this.episode = episode;
        this.exists = exists;
    }

    /**
     * Their ids; null for none.
     *
     * @param exists whether there is an episode of an id
     */
    static Map<String, String> of(EpisodePlace episode, Predicate<String> exists) {
        Neighbours search = new Neighbours(episode, exists);
        OptionalInt number = DemoPaths.demoNumber(episode.demo());
        Map<String, String> neighbours = new HashMap<>();
        neighbours.put("previous", number.isPresent() ? search.previous(number.getAsInt()) : null);
        neighbours.put("next", number.isPresent() ? search.next(number.getAsInt()) : null);
        return neighbours;
    }

    private String next(int number) {
        String found = first(episode.runFile(), number + 1, Math.max(places(), number + 2));
        if (found == null && episode.run().isPresent()) {
            int run = episode.run().getAsInt();
            found = runs().filter(other -> other > run)
                    .sorted()
                    .limit(MAX_RUNS)
                    .mapToObj(later -> first(runFile(later), 0, places()))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
        }
        return found;
    }

    private String previous(int number) {
        String found = last(episode.runFile(), number - 1);
        if (found == null && episode.run().isPresent()) {
            int run = episode.run().getAsInt();
            found = runs().filter(other -> other < run)
                    .boxed()
                    .sorted(Comparator.reverseOrder())
                    .limit(MAX_RUNS)
                    .map(earlier -> last(runFile(earlier), places() - 1))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
        }
        return found;
    }

    /** Runs of which there is a file. */
    private IntStream runs() {
        return episode.env().runNumbers(List.of()).distinct();
    }

    private int places() {
        int inRun = episode.env().demosPerRun().orElse(USUAL_PLACES);
        return Math.min(MAX_PLACES, episode.run().isPresent() ? inRun : MAX_PLACES);
    }

    private Path runFile(int run) {
        return episode.env().path().resolve(RunFolder.runFile(run));
    }

    private String first(Path file, int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(number -> id(file, number))
                .filter(exists)
                .findFirst()
                .orElse(null);
    }

    private String last(Path file, int from) {
        int least = Math.max(0, from - MAX_PLACES);
        return IntStream.iterate(from, number -> number >= least, number -> number - 1)
                .mapToObj(number -> id(file, number))
                .filter(exists)
                .findFirst()
                .orElse(null);
    }

    private String id(Path file, int number) {
        return Ids.of(
                episode.recording().path().toString(),
                episode.env().name(),
                file.getFileName().toString(),
                DemoPaths.demo(number));
    }
}
