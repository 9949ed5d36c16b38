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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Episodes of a foreign dataset as an import would record them, looked at once when it is opened. */
final class FoundCatalogue implements EpisodeCatalogue {
    private final Importer.Opening opening;
    private final Path place;
    private final List<EpisodeFacts> facts = new ArrayList<>();
    private final List<Long> steps = new ArrayList<>();

    /** Of each episode, its number in the dataset. */
    private final List<Integer> numbers = new ArrayList<>();

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

    private void look(DatasetReader dataset) throws IOException {
        List<FoundEpisode> found = new ArrayList<>();
        ImportNotes notes = new ImportNotes();
        Map<String, String> texts = new HashMap<>();
        for (int index = 0; index < dataset.episodes(); index++) {
            look(dataset, index, notes, found);
        }
        for (int index = 0; index < found.size(); index++) {
            facts.add(facts(numbers.get(index), found.get(index), dataset.envConfig(found.get(index)), texts));
        }
        bounds.putAll(dataset.bounds());
        for (String note : notes.all()) {
            problems.add(new FileFault(place, 0, "", "read with a note: " + note, "", FileFault.Severity.NOTE));
        }
    }

    /** One that cannot be read does not hide the others. */
    private void look(DatasetReader dataset, int index, ImportNotes notes, List<FoundEpisode> found) {
        try {
            FoundEpisode episode = dataset.episode(index, notes);
            found.add(episode.with(List.of()));
            steps.add(episode.steps());
            numbers.add(index);
        } catch (IOException | RoboReelException | IllegalArgumentException e) {
            problems.add(new FileFault(
                    place,
                    0,
                    "",
                    "episode " + index + " is left out: " + e.getMessage(),
                    "",
                    FileFault.Severity.ERROR));
        }
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
        return facts.size();
    }

    @Override
    public EpisodeFacts facts(int index) {
        return facts.get(index);
    }

    @Override
    public long steps(int index) {
        return steps.get(index);
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
                FoundEpisode found = dataset.episode(numbers.get(index), new ImportNotes());
                reader = found.reader(facts.get(index).demo());
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
