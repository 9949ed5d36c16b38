package io.github.roboreel.recordings.episodes;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.RunReaders;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.RunFileReaders;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The episodes that were found and are wanted, by folder as given, env, run and number. What can be read is known once
 * and for all, the shapes of their arrays among it; rows are read at each visit. Immutable.
 */
public final class ChosenEpisodes implements EpisodeSource {
    private final List<EpisodeFacts> episodes;
    private final List<Long> steps;
    private final List<Optional<EpisodeShape>> shapes;
    private final Map<LeftOut, Integer> leftOut;
    private final List<FileFault> problems;
    private final EpisodeNames names;
    private final RecentRuns.Factory runs;

    ChosenEpisodes(
            List<EpisodeFacts> episodes,
            List<Long> steps,
            List<Optional<EpisodeShape>> shapes,
            Map<LeftOut, Integer> leftOut,
            List<FileFault> problems,
            EpisodeNames names,
            RecentRuns.Factory runs) {
        this.episodes = List.copyOf(episodes);
        this.steps = List.copyOf(steps);
        this.shapes = List.copyOf(shapes);
        Map<LeftOut, Integer> counts = new EnumMap<>(LeftOut.class);
        counts.putAll(leftOut);
        this.leftOut = Collections.unmodifiableMap(counts);
        this.problems = List.copyOf(problems);
        this.names = new EpisodeNames();
        this.names.addAll(names);
        this.runs = runs;
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
        return listed(folders, choice, facts -> true);
    }

    /**
     * As {@link #of(List, EpisodeChoice)}, of those alone that are in a list of others, too.
     *
     * @param isListed whether an episode is in it
     */
    public static ChosenEpisodes listed(List<Path> folders, EpisodeChoice choice, Predicate<EpisodeFacts> isListed)
            throws IOException {
        EpisodeSearch search = new EpisodeSearch(choice, isListed, true, true, RunFileReaders::open);
        return found(folders, search, RecentRuns::mapped);
    }

    /**
     * As {@link #of(List, EpisodeChoice)}, with run files read by other readers, also at each visit. Up to 4 of them
     * are open at a time.
     */
    public static ChosenEpisodes of(List<Path> folders, EpisodeChoice choice, RunReaders readers) throws IOException {
        return found(folders, new EpisodeSearch(choice, facts -> true, true, true, readers), RecentRuns.with(readers));
    }

    /**
     * Looks for all that can be read now: those that are being recorded with the steps that they have, and what cannot
     * be read is among the {@link #problems}.
     *
     * @throws IOException when a folder cannot be listed
     */
    public static ChosenEpisodes readable(List<Path> folders, EpisodeChoice choice) throws IOException {
        return found(
                folders,
                new EpisodeSearch(choice, facts -> true, false, false, RunFileReaders::open),
                RecentRuns::mapped);
    }

    /**
     * As {@link #readable(List, EpisodeChoice)}, with run files read by other readers, also at each visit. What those
     * refuse is a problem, as what is being recorded is to {@code JhdfRunReader}: the shapes of arrays must not change.
     */
    public static ChosenEpisodes readable(List<Path> folders, EpisodeChoice choice, RunReaders readers)
            throws IOException {
        return found(folders, new EpisodeSearch(choice, facts -> true, false, true, readers), RecentRuns.with(readers));
    }

    private static ChosenEpisodes found(List<Path> folders, EpisodeSearch search, RecentRuns.Factory runs)
            throws IOException {
        for (Path folder : folders) {
            search.lookInto(folder);
        }
        return search.found(runs);
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

    /** The names of all that were found, those that are not wanted among them. */
    public EpisodeNames names() {
        EpisodeNames copy = new EpisodeNames();
        copy.addAll(names);
        return copy;
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
        try (RecentRuns open = runs.open(false)) {
            for (int i = 0; i < episodes.size(); i++) {
                EpisodeFacts facts = episodes.get(i);
                open.run(facts.file());
                visitor.visit(facts, episode(i, open));
            }
        }
    }

    @Override
    public void look(Visitor visitor) throws IOException {
        try (RecentRuns open = runs.open(false)) {
            for (int i = 0; i < episodes.size(); i++) {
                visitor.visit(episodes.get(i), episode(i, open));
            }
        }
    }

    private KnownEpisode episode(int index, RecentRuns open) {
        EpisodeFacts facts = episodes.get(index);
        return new KnownEpisode(facts, shapes.get(index), () -> open.demo(facts.file(), facts.demo()), open.videos());
    }

    /**
     * Number of steps of one.
     *
     * @param index in {@link #episodes}
     */
    public long steps(int index) {
        return steps.get(index);
    }

    /**
     * Reads any of them in any order; native code does so in a process of its own. For one thread at a time.
     *
     * @return to be closed by the caller
     */
    public EpisodeReaders readers() {
        RecentRuns open = runs.open(true);
        return new EpisodeReaders() {
            @Override
            public EpisodeReader episode(int index) {
                return ChosenEpisodes.this.episode(index, open);
            }

            @Override
            public void close() throws IOException {
                open.close();
            }
        };
    }
}
