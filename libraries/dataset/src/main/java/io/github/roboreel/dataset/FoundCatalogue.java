package io.github.roboreel.dataset;

import io.github.roboreel.format.EpisodeMetadata;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeFacts.Ending;
import io.github.roboreel.recordings.episodes.EpisodeReaders;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.spi.EpisodeCatalogue;
import io.github.roboreel.recordings.spi.ValueBounds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Episodes of a foreign dataset as an import would record them, looked at once when it is opened. */
final class FoundCatalogue implements EpisodeCatalogue {
    /** An episode that can be read, by its number in the dataset. */
    private record Known(int number, long steps, EpisodeFacts facts) {}

    private final Importer.Opening opening;
    private final Path place;
    private final List<Known> episodes = new ArrayList<>();

    private final List<FileFault> problems = new ArrayList<>();
    private final Map<String, ValueBounds> bounds = new HashMap<>();

    private FoundCatalogue(Importer.Opening opening, Path place) {
        this.opening = opening;
        this.place = place;
    }

    static FoundCatalogue of(Importer.Opening opening, Path place) throws IOException {
        try (DatasetReader dataset = opening.open(place)) {
            dataset.prepare();
            FoundCatalogue catalogue = new FoundCatalogue(dataset.reopening().orElse(opening), place);
            catalogue.look(dataset);
            return catalogue;
        }
    }

    /** One that cannot be read does not hide the others. */
    private void look(DatasetReader dataset) throws IOException {
        Map<Integer, FoundEpisode> found = new LinkedHashMap<>();
        ImportNotes notes = new ImportNotes();
        for (int index = 0; index < dataset.episodes(); index++) {
            try {
                found.put(index, dataset.episode(index, notes).with(List.of()));
            } catch (IOException | RoboReelException | IllegalArgumentException e) {
                note("episode " + index + " is left out: " + e.getMessage(), FileFault.Severity.ERROR);
            }
        }
        Map<String, String> texts = new HashMap<>();
        for (Map.Entry<Integer, FoundEpisode> one : found.entrySet()) {
            FoundEpisode episode = one.getValue();
            EpisodeFacts facts = facts(one.getKey(), episode, dataset.envConfig(episode), texts);
            episodes.add(new Known(one.getKey(), episode.steps(), facts));
        }
        bounds.putAll(dataset.bounds());
        notes.all().forEach(note -> note("read with a note: " + note, FileFault.Severity.NOTE));
    }

    private void note(String sentence, FileFault.Severity severity) {
        problems.add(new FileFault(place, 0, "", sentence, "", severity));
    }

    /**
     * What is known of one.
     *
     * @param envConfig of its environment, which needs all episodes
     * @param texts long ones that many episodes share
     */
    private EpisodeFacts facts(int index, FoundEpisode found, String envConfig, Map<String, String> texts) {
        EpisodeOutcome outcome = found.outcome();
        return new EpisodeFacts(
                place,
                "episode_" + index,
                found.envName(),
                index,
                0,
                index,
                found.info().instruction(),
                Optional.of(found.info().policy()),
                ending(outcome),
                Optional.ofNullable(outcome.success()),
                OptionalDouble.empty(),
                found.info().seed() < 0
                        ? OptionalLong.empty()
                        : OptionalLong.of(found.info().seed()),
                found.info().dtSeconds(),
                Map.of(),
                outcome.attributes(),
                Map.of(),
                texts.computeIfAbsent(envConfig, text -> text));
    }

    private static Ending ending(EpisodeOutcome outcome) {
        Object said = outcome.metadata().get(EpisodeMetadata.ENDING);
        return Ending.of(String.valueOf(said))
                .orElse(
                        switch (outcome.status()) {
                            case SUCCESS, FAILURE -> Ending.TERMINATED;
                            case TRUNCATED -> Ending.TRUNCATED;
                            default -> Ending.INCOMPLETE;
                        });
    }

    @Override
    public int episodes() {
        return episodes.size();
    }

    @Override
    public EpisodeFacts facts(int index) {
        return episodes.get(index).facts();
    }

    @Override
    public long steps(int index) {
        return episodes.get(index).steps();
    }

    @Override
    public Optional<ValueBounds> bounds(int index, String path) {
        return Optional.ofNullable(bounds.get(path));
    }

    @Override
    public List<FileFault> problems() {
        return List.copyOf(problems);
    }

    @Override
    public EpisodeReaders readers() throws IOException {
        return new Readers(opening.open(place));
    }

    @Override
    public void close() {}

    /** Keeps the episode asked for last. */
    private final class Readers implements EpisodeReaders {
        private final DatasetReader dataset;
        private int last = -1;
        private EpisodeReader reader;

        Readers(DatasetReader dataset) {
            this.dataset = dataset;
        }

        @Override
        public EpisodeReader episode(int index) throws IOException {
            if (index != last) {
                last = -1;
                FoundEpisode found = dataset.episode(episodes.get(index).number(), new ImportNotes());
                reader = found.reader(facts(index).demo());
                last = index;
            }
            return reader;
        }

        @Override
        public void close() throws IOException {
            dataset.close();
        }
    }
}
