package io.github.roboreel.dataset.minari;

import io.github.roboreel.dataset.ArrayDigests;
import io.github.roboreel.dataset.DatasetSurvey;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.minari.DatasetStorage.Totals;
import io.github.roboreel.dataset.minari.MinariOptions.DataFormat;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeFacts.Ending;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes the episodes of a source into a dataset, and reads back what is in one. */
final class DatasetBuild {
    private static final int LARGE_SPACE = 1_000_000;

    /** A range, since 0.4 wants to find its own version in it; 0.4.2 wants an env_spec. */
    private static final String OLD_VERSIONS = ">=0.4.3,<0.5";

    private final MinariOptions options;
    private final DatasetId id;
    private final EpisodeSource source;
    private final ExportProgress progress;
    private final DatasetSurvey survey;
    private final Optional<String> observed;
    private final EpisodeLayout layout;
    private final RecordedFields recorded;
    private final DescriptionPlan description;
    private final DatasetStorage storage;
    private final ArrayDigests written = new ArrayDigests();
    private long stepsWritten;
    private long incompleteEpisodes;

    DatasetBuild(MinariOptions asked, DatasetId id, EpisodeSource source, ExportProgress progress) throws IOException {
        this.id = id;
        this.source = source;
        this.progress = progress;
        EpisodeTraits traits = new EpisodeTraits(asked);
        this.survey = DatasetSurvey.of(source, traits);
        this.options = asked.with(ObservationChoice.of(asked.observations(), survey));
        this.observed = ObservationChoice.note(asked.observations(), options.observations());
        this.layout = LayoutPlan.of(options, survey, traits);
        this.recorded = new RecordedFields(survey.fields());
        this.description = DescriptionPlan.of(options.description(), survey, traits);
        this.storage = newStorage();
    }

    private DatasetStorage newStorage() throws IOException {
        return switch (options.dataFormat()) {
            case HDF5 -> new Hdf5Storage(options.legacy() ? oldAttributes() : Map.of());
            case ARROW ->
                new ArrowStorage(
                        ArrowMemory.likeTheHeap(),
                        Space.discrete(layout.observationSpace(false), layout.actionSpace(false)));
        };
    }

    /** What Minari 0.4 must find in the root of the HDF5 file, but for the totals. */
    private Map<String, Object> oldAttributes() {
        Map<String, Object> named = new LinkedHashMap<>();
        named.put(DatasetMetadata.DATASET_ID, id.toString());
        named.put(DatasetMetadata.MINARI_VERSION, OLD_VERSIONS);
        named.put(
                DatasetMetadata.OBSERVATION_SPACE, layout.observationSpace(true).text(true));
        named.put(DatasetMetadata.ACTION_SPACE, layout.actionSpace(true).text(true));
        named.putAll(description.oldAttributes());
        return named;
    }

    /** The oldest Minari that reads episodes like these in a dataset with these spaces. */
    MinariVersion version(Space observations, Space actions) {
        return MinariVersion.of(options, layout, observations, actions);
    }

    DatasetStorage storage() {
        return storage;
    }

    /** What the dataset says of itself. */
    DescriptionPlan description() {
        return description;
    }

    /** What is said of its innermost namespace. */
    Map<String, Object> namespace() {
        return options.description().namespace();
    }

    /** Metadata of a dataset of these episodes alone. */
    DatasetMetadata metadata() {
        return DatasetMetadata.of(options, id, storage, survey, layout, recorded, description);
    }

    /**
     * Writes the episodes, numbered on, and notes their checksums.
     *
     * @return the totals with them
     */
    Totals write(DatasetStorage.Writer store, Totals before, DatasetMetadata metadata) throws IOException {
        progress.phase("writing", survey.steps());
        Totals[] totals = {before};
        source.visit((facts, episode) -> {
            long number = totals[0].episodes();
            EpisodeLayout own = layout.of(facts, episode, options.dataFormat() == DataFormat.HDF5);
            write(store, number, own, facts, episode);
            metadata.addEnvironment(facts);
            int steps = own.steps(episode.numSamples());
            totals[0] = totals[0].plus(steps);
            stepsWritten += steps;
            incompleteEpisodes += facts.ending() == Ending.INCOMPLETE ? 1 : 0;
            progress.advanced(episode.numSamples());
        });
        return totals[0];
    }

    private void write(
            DatasetStorage.Writer store, long number, EpisodeLayout own, EpisodeFacts facts, EpisodeReader episode)
            throws IOException {
        StepOutcomes outcomes = StepOutcomes.of(own, options.reward(), facts, episode);
        EpisodeArrays arrays = new EpisodeArrays(own, outcomes, episode);
        store.write(
                EpisodeAttributes.of(number, own, outcomes, facts),
                sink -> arrays.into(new DigestingSink(sink, written)));
    }

    /**
     * Reads episodes back and compares.
     *
     * @param folder with the metadata of all episodes
     * @param elsewhere the first of them, which are not in the folder
     */
    void check(Path folder, Totals elsewhere) throws IOException {
        DatasetCheck check = DatasetCheck.of(folder, id);
        progress.phase("checking", check.steps() - elsewhere.steps());
        ArrayDigests readBack = new ArrayDigests();
        try (DatasetStorage.Reader episodes = storage.open(folder, check.spaces())) {
            long steps = check.episodes(episodes, elsewhere.episodes(), readBack, progress);
            check.requireTotalSteps(elsewhere.steps() + steps);
        }
        written.requireEqual(readBack);
    }

    /** Checksums of what the folder that is checked must hold. */
    ArrayDigests written() {
        return written;
    }

    /** What users should know about the dataset. */
    List<String> notes() {
        List<String> notes = survey.notes();
        observed.ifPresent(notes::add);
        notes.addAll(layout.notes());
        notes.addAll(description.notes());
        long bounds = layout.observationSpace(false).text(false).length();
        if (bounds > LARGE_SPACE) {
            notes.add(Sentence.of(
                    "metadata.json has %s MB, since Minari wants bounds for every pixel; the "
                            + "observations states keeps pictures out of it",
                    bounds / LARGE_SPACE));
        }
        if (layout.rewardsSource().equals("absent")) {
            notes.add("no rewards were recorded, so they are all 0; another source of rewards gives some");
        }
        if (incompleteEpisodes > 0) {
            notes.add(incompleteEpisodes
                    + " of the episodes are incomplete and end as truncated; their attribute"
                    + " robolab/incomplete says so");
        }
        return notes;
    }

    /** Actions of the episodes written. */
    long stepsWritten() {
        return stepsWritten;
    }

    ExportProgress progress() {
        return progress;
    }

    DatasetId id() {
        return id;
    }
}
