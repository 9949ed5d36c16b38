package io.github.roboreel.dataset.minari.read;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.minari.storage.Space;
import io.github.roboreel.dataset.read.DatasetReader;
import io.github.roboreel.dataset.read.FieldNames;
import io.github.roboreel.dataset.read.FoundArray;
import io.github.roboreel.dataset.read.FoundEpisode;
import io.github.roboreel.dataset.read.ImportNotes;
import io.github.roboreel.dataset.read.StoredGroup;
import io.github.roboreel.format.Sentence;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.files.ArrayFileFormat;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** A Minari dataset in HDF5, open to be read. */
public final class MinariDataset implements DatasetReader {
    private static final String MAIN = "main_data.hdf5";

    private final ArrayFileReader file;
    private final MinariMetadata metadata;
    private final Set<String> pictures;
    private final TextWidths textWidths;
    private FieldNames names;

    /** By environment, from all episodes asked for: the first need not have every array. */
    private final Map<String, MinariOrigin> origins = new HashMap<>();

    private MinariDataset(ArrayFileReader file, MinariMetadata metadata) {
        this.file = file;
        this.metadata = metadata;
        pictures = pictures(metadata.observationSpace());
        textWidths = new TextWidths(file, metadata.episodes());
    }

    /** Whether a folder looks like one. */
    public static boolean recognises(Path folder) {
        return Stream.of(folder, folder.resolve("data")).anyMatch(data -> Files.isRegularFile(data.resolve(MAIN)));
    }

    /** Opens the one in that folder, which holds {@code data} or is that folder itself. */
    public static MinariDataset open(Path folder) throws IOException {
        Path data = Files.isDirectory(folder.resolve("data")) ? folder.resolve("data") : folder;
        Optional<MinariMetadata> json = MinariMetadata.ofJson(data);
        Path main = data.resolve(MAIN);
        if (!Files.exists(main)) {
            throw new ExportRefusedException(
                    "there is no %s; name the folder of a Minari dataset, for example "
                            + "~/.minari/datasets/robolab/banana-v0",
                    main);
        }
        ArrayFileReader file = ArrayFileFormat.hdf5().openDoubtful(main);
        try {
            return new MinariDataset(
                    file, json.isPresent() ? json.get() : MinariMetadata.ofAttributes(data, file.attributes("")));
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /** Paths below the observations whose space holds bytes of more than one axis; an empty text declares nothing. */
    static Set<String> pictures(String observationSpace) {
        Set<String> pictures = new HashSet<>();
        try {
            Space.read(observationSpace).leaves("").forEach((path, box) -> {
                boolean isOfBytes = box.path("type").asText().equals("Box")
                        && box.path("dtype").asText().equals("uint8");
                if (isOfBytes && box.path("shape").size() > 1) {
                    pictures.add(path);
                }
            });
        } catch (JsonProcessingException e) {
            throw new ExportRefusedException(
                    "the observation space is not JSON: " + e.getOriginalMessage() + "; repair the dataset's metadata");
        }
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
        return found;
    }

    @Override
    public EpisodeReader stored(int index) throws IOException {
        return new StoredGroup(file, "episode_" + index);
    }

    @Override
    public String envConfig(FoundEpisode episode) throws IOException {
        MinariOrigin origin = origins.get(episode.envName());
        return origin == null ? episode.envConfig() : origin.notedIn(episode.envConfig());
    }

    /** Of all episodes, so that an array is the same field in each. */
    private FieldNames names() throws IOException {
        if (names == null) {
            Set<String> paths = new HashSet<>();
            for (int index = 0; index < metadata.episodes(); index++) {
                String episode = "episode_" + index + "/";
                for (String group : List.of("actions", "observations", "infos")) {
                    FoundArray.below(file, episode + group)
                            .forEach(found -> paths.add(found.path().substring(episode.length())));
                }
            }
            names = FieldNames.of(paths);
        }
        return names;
    }

    @Override
    public void compare(long steps, ImportNotes notes) throws IOException {
        metadata.requireSteps(steps);
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
    public ArrayFileReader file() {
        return file;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
