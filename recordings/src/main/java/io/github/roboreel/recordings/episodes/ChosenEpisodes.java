package io.github.roboreel.recordings.episodes;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.recorder.hdf5.read.IsolatedRunReader;
import io.github.roboreel.recordings.folder.FileFault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The episodes that were found and are wanted, by folder as given, env, run and number. What can be read is known once
 * and for all, the shapes of their arrays among it; rows are read at each visit. Immutable.
 */
public final class ChosenEpisodes implements EpisodeSource {
    private final List<EpisodeFacts> episodes;
    private final List<Optional<EpisodeShape>> shapes;
    private final Map<LeftOut, Integer> leftOut;
    private final List<FileFault> problems;

    ChosenEpisodes(
            List<EpisodeFacts> episodes,
            List<Optional<EpisodeShape>> shapes,
            Map<LeftOut, Integer> leftOut,
            List<FileFault> problems) {
        this.episodes = List.copyOf(episodes);
        this.shapes = List.copyOf(shapes);
        Map<LeftOut, Integer> counts = new EnumMap<>(LeftOut.class);
        counts.putAll(leftOut);
        this.leftOut = Collections.unmodifiableMap(counts);
        this.problems = List.copyOf(problems);
    }

    /**
     * Looks for them. Discarded episodes have no data and are passed over; so are, with a problem, those that are still
     * being recorded.
     *
     * @throws RoboReelException when a run file or demo that may be wanted cannot be read or must be recovered first,
     *     or none is wanted
     * @throws IOException when a folder cannot be listed
     */
    public static ChosenEpisodes of(List<Path> folders, EpisodeChoice choice) throws IOException {
        EpisodeSearch search = new EpisodeSearch(choice);
        for (Path folder : folders) {
            search.lookInto(folder);
        }
        return search.found();
    }

    /** What is known of each. */
    public List<EpisodeFacts> episodes() {
        return episodes;
    }

    /** How many were not wanted, by reason. */
    public Map<LeftOut, Integer> leftOut() {
        return leftOut;
    }

    /**
     * What is wrong with the folders besides: lines that are damaged or have no demo, episodes still being recorded.
     */
    public List<FileFault> problems() {
        return problems;
    }

    /** How many ended in one way. */
    public long count(EpisodeFacts.Ending ending) {
        return episodes.stream().filter(e -> e.ending() == ending).count();
    }

    /** How many have a free attribute of that name. */
    public long countWith(String attribute) {
        return episodes.stream()
                .filter(e -> e.attributes().containsKey(attribute))
                .count();
    }

    @Override
    public void visit(Visitor visitor) throws IOException {
        try (OpenRun open = new OpenRun()) {
            for (int i = 0; i < episodes.size(); i++) {
                EpisodeFacts facts = episodes.get(i);
                open.reader(facts.file());
                visitor.visit(facts, episode(i, open));
            }
        }
    }

    @Override
    public void look(Visitor visitor) throws IOException {
        try (OpenRun open = new OpenRun()) {
            for (int i = 0; i < episodes.size(); i++) {
                visitor.visit(episodes.get(i), episode(i, open));
            }
        }
    }

    private KnownEpisode episode(int index, OpenRun open) {
        EpisodeFacts facts = episodes.get(index);
        return new KnownEpisode(
                facts, shapes.get(index), () -> open.reader(facts.file()).demo(facts.demo()));
    }

    /** The run file read last; those of one follow each other. */
    private static final class OpenRun implements AutoCloseable {
        private Path file;
        private IsolatedRunReader reader;

        IsolatedRunReader reader(Path asked) throws IOException {
            if (!asked.equals(file)) {
                close();
                reader = IsolatedRunReader.open(asked);
                file = asked;
            }
            return reader;
        }

        @Override
        public void close() throws IOException {
            file = null;
            if (reader != null) {
                reader.close();
            }
        }
    }
}
