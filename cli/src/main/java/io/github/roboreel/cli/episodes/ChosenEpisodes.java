package io.github.roboreel.cli.episodes;

import io.github.roboreel.dataset.EpisodeFacts;
import io.github.roboreel.dataset.EpisodeSource;
import io.github.roboreel.recorder.hdf5.read.IsolatedRunReader;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.tools.FileFault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The episodes that were found and are wanted, by folder as given, env, run and number. What can be read is known once
 * and for all; their arrays are read at each visit. Immutable.
 *
 * @param episodes what is known of each
 * @param leftOut how many were not wanted, by reason
 * @param problems what is wrong with the folders besides: lines that are damaged or have no demo, episodes that are
 *     still being recorded
 */
public record ChosenEpisodes(List<EpisodeFacts> episodes, Map<LeftOut, Integer> leftOut, List<FileFault> problems)
        implements EpisodeSource {
    /** Copies the collections. */
    public ChosenEpisodes {
        episodes = List.copyOf(episodes);
        Map<LeftOut, Integer> counts = new EnumMap<>(LeftOut.class);
        counts.putAll(leftOut);
        leftOut = Collections.unmodifiableMap(counts);
        problems = List.copyOf(problems);
    }

    /**
     * Looks for them. Discarded episodes have no data and are passed over; so are, with a problem, those that are still
     * being recorded.
     *
     * @throws io.github.roboreel.dataset.ExportRefusedException when a run file or demo that may be wanted cannot be
     *     read or must be recovered first, or none is wanted
     * @throws IOException when a folder cannot be listed
     */
    public static ChosenEpisodes of(List<Path> folders, EpisodeChoice choice) throws IOException {
        EpisodeSearch search = new EpisodeSearch(choice);
        for (Path folder : folders) {
            search.lookInto(folder);
        }
        return search.found();
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
        for (List<EpisodeFacts> ofOneFile : byFile()) {
            try (IsolatedRunReader run = IsolatedRunReader.open(ofOneFile.get(0).file())) {
                for (EpisodeFacts episode : ofOneFile) {
                    EpisodeReader demo = run.demo(episode.demo());
                    visitor.visit(episode, new NamedEpisode(episode, demo));
                }
            }
        }
    }

    private List<List<EpisodeFacts>> byFile() {
        List<List<EpisodeFacts>> files = new ArrayList<>();
        Path last = null;
        for (EpisodeFacts episode : episodes) {
            if (!episode.file().equals(last)) {
                files.add(new ArrayList<>());
                last = episode.file();
            }
            files.get(files.size() - 1).add(episode);
        }
        return files;
    }
}
