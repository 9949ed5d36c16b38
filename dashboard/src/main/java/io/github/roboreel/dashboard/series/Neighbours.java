package io.github.roboreel.dashboard.series;

import io.github.roboreel.dashboard.index.EpisodePlace;
import io.github.roboreel.dashboard.index.Ids;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.RunFolder;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** The episodes before and after one in its env folder, by run and env. */
final class Neighbours {
    /** Places of a run file that are tried; most recordings have fewer. */
    private static final int MOST_PLACES = 4096;

    private static final int MOST_RUNS = 64;

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
        String inRun = first(episode.runFile(), number + 1, Math.max(places(), number + 2));
        int run = episode.run().orElse(Integer.MAX_VALUE - MOST_RUNS);
        for (int later = run + 1;
                inRun == null && later <= run + MOST_RUNS && episode.run().isPresent();
                later++) {
            inRun = first(runFile(later), 0, places());
        }
        return inRun;
    }

    private String previous(int number) {
        String inRun = last(episode.runFile(), number - 1);
        int run = episode.run().orElse(0);
        for (int earlier = run - 1; inRun == null && earlier >= Math.max(0, run - MOST_RUNS); earlier--) {
            inRun = last(runFile(earlier), places() - 1);
        }
        return inRun;
    }

    private int places() {
        int inRun = episode.env().demosPerRun().orElse(256);
        return Math.min(MOST_PLACES, episode.run().isPresent() ? inRun : MOST_PLACES);
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
        int least = Math.max(0, from - MOST_PLACES);
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
