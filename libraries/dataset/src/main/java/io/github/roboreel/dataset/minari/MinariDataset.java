package io.github.roboreel.dataset.minari;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.github.roboreel.dataset.DatasetReader;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.FieldNames;
import io.github.roboreel.dataset.FoundArray;
import io.github.roboreel.dataset.FoundEpisode;
import io.github.roboreel.dataset.ImportNotes;
import io.github.roboreel.dataset.TextWidths;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.spi.files.ArrayFileFormat;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import io.github.roboreel.recordings.spi.ValueBounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A Minari dataset in HDF5 or Arrow, open to be read. */
final class MinariDataset implements DatasetReader {
    private static final String MAIN = "main_data.hdf5";
    private static final int MAX_MISSING = 1000;

    private final ArrayFileReader file;
    private final MinariMetadata metadata;
    private final Set<String> pictures;
    private final TextWidths textWidths;
    private final DeclaredBounds bounds;
    private FieldNames names;

    /** By environment, from all episodes asked for: the first need not have every array. */
    private final Map<String, MinariOrigin> origins = new HashMap<>();

    private MinariDataset(ArrayFileReader file, MinariMetadata metadata, Space observations, Space actions)
            throws IOException {
        this.file = file;
        this.metadata = metadata;
        requireEpisodes();
        pictures = pictures(observations);
        bounds = new DeclaredBounds(observations, actions);
        textWidths = new TextWidths(
                metadata.episodes(), (episode, path) -> TextWidths.at(file, "episode_" + episode + "/" + path));
    }

    /** A number that nothing is behind must not be counted to; some that are missing hide no others. */
    private void requireEpisodes() throws IOException {
        Set<String> there = new HashSet<>(file.members(""));
        List<String> missing = IntStream.range(0, metadata.episodes())
                .mapToObj(index -> "episode_" + index)
                .filter(name -> !there.contains(name))
                .limit(MAX_MISSING)
                .toList();
        if (missing.size() == MAX_MISSING) {
            throw metadata.missing(missing.get(0));
        }
    }

    /** Whether a folder looks like one. */
    static boolean recognises(Path folder) {
        return Stream.of(folder, folder.resolve("data"))
                .anyMatch(data -> Files.isRegularFile(data.resolve(MAIN)) || ArrowDataset.isIn(data));
    }

    /** Opens the one in that folder, which holds {@code data} or is that folder itself. */
    static MinariDataset open(Path folder) throws IOException {
        Path data = Files.isDirectory(folder.resolve("data")) ? folder.resolve("data") : folder;
        Optional<MinariMetadata> json = MinariMetadata.ofJson(data);
        return json.isPresent() && json.get().isArrow() ? openArrow(data, json.get()) : openHdf5(data, json);
    }

    private static MinariDataset openHdf5(Path data, Optional<MinariMetadata> json) throws IOException {
        Path main = data.resolve(MAIN);
        if (!Files.exists(main)) {
            throw new ExportRefusedException(
                    "there is no %s; name the folder of a Minari dataset, for example "
                            + "~/.minari/datasets/robolab/banana-v0",
                    main);
        }
        ArrayFileReader file = ArrayFileFormat.hdf5().openDoubtful(main);
        try {
            return json.isPresent()
                    ? of(file, json.get(), data.resolve(DatasetMetadata.FILE))
                    : of(file, MinariMetadata.ofAttributes(data, file.attributes("")), main);
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private static MinariDataset openArrow(Path data, MinariMetadata metadata) throws IOException {
        Path said = data.resolve(DatasetMetadata.FILE);
        Map<String, MinariArray> declared = new HashMap<>();
        declared.putAll(space(said, DatasetMetadata.OBSERVATION_SPACE, metadata.observationSpace())
                .arrays(MinariArray.OBSERVATIONS));
        declared.putAll(space(said, DatasetMetadata.ACTION_SPACE, metadata.actionSpace())
                .arrays(MinariArray.ACTIONS));
        return of(new ArrowDataset(data, declared), metadata, said);
    }

    /** @param said the file that says it */
    private static MinariDataset of(ArrayFileReader file, MinariMetadata metadata, Path said) throws IOException {
        return new MinariDataset(
                file,
                metadata,
                space(said, DatasetMetadata.OBSERVATION_SPACE, metadata.observationSpace()),
                space(said, DatasetMetadata.ACTION_SPACE, metadata.actionSpace()));
    }

    /**
     * A space; missing where an empty text declares nothing.
     *
     * @param said the file that says it, under that key
     * @throws ExportRefusedException when the text is no JSON
     */
    static Space space(Path said, String key, String text) {
        try {
            return Space.read(text);
        } catch (JsonProcessingException e) {
            throw ExportRefusedException.noJson(Sentence.of("%s: '%s'", said, key), e);
        }
    }

    /** Paths below the observations whose space holds bytes of more than one axis. */
    static Set<String> pictures(Space observations) {
        Set<String> pictures = new HashSet<>();
        observations.leaves("").forEach((path, box) -> {
            boolean isOfBytes = box.path("type").asText().equals("Box")
                    && box.path("dtype").asText().equals("uint8");
            if (isOfBytes && box.path("shape").size() > 1) {
                pictures.add(path);
            }
        });
        return pictures;
    }

    @Override
    public int episodes() {
        return metadata.episodes();
    }

    @Override
    public FoundEpisode episode(int index, ImportNotes notes) throws IOException {
        MinariEpisode episode = new MinariEpisode(file, metadata, pictures, names(), textWidths, index, notes);
        FoundEpisode found = episode.read();
        episode.origin().ifPresent(origin -> origins.merge(found.envName(), origin, MinariOrigin::plus));
        // Our exports say themselves which arrays were changed to be those of their spaces.
        ImportNotes ofSpaces = metadata.extras().isMissingNode() ? notes : new ImportNotes();
        return found.with(bounds.add("episode_" + index, found.arrays(), ofSpaces));
    }

    /** What it says of itself beside its episodes, by key. */
    Map<String, Object> described() {
        return metadata.described();
    }

    @Override
    public Map<String, ValueBounds> bounds() {
        return bounds.byField();
    }

    @Override
    public String envConfig(FoundEpisode episode) throws IOException {
        MinariOrigin origin = origins.get(episode.envName());
        String config = origin == null ? episode.envConfig() : origin.notedIn(episode.envConfig());
        return DescriptionJson.keptIn(config, metadata.described());
    }

    /** Of all episodes, so that an array is the same field in each. */
    private FieldNames names() throws IOException {
        if (names == null) {
            Set<String> paths = new HashSet<>();
            for (int index = 0; index < metadata.episodes(); index++) {
                String episode = "episode_" + index + "/";
                try {
                    for (String group : List.of("actions", "observations", "infos")) {
                        FoundArray.below(file, episode + group)
                                .forEach(found -> paths.add(found.path().substring(episode.length())));
                    }
                } catch (IOException | ExportRefusedException e) {
                    // Refused when it is asked for: one damaged episode hides no others.
                    continue;
                }
            }
            names = FieldNames.of(paths);
        }
        return names;
    }

    @Override
    public void compare(long steps, ImportNotes notes) throws IOException {
        metadata.requireSteps(steps);
        metadata.described().forEach((key, value) -> {
            if (value instanceof Double number && !Double.isFinite(number)) {
                notes.add(Sentence.of("'%s' of the dataset is left out: it is %s", key, number));
            }
        });
        for (String name : file.members("")) {
            if (!isEpisode(name)) {
                notes.add(Sentence.of(
                        "'%s' is left out: the dataset says that it has %s episodes, and this is none of them",
                        name, metadata.episodes()));
            }
        }
    }

    private boolean isEpisode(String name) {
        return name.matches("episode_\\d{1,9}")
                && Integer.parseInt(name.substring("episode_".length())) < metadata.episodes();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
