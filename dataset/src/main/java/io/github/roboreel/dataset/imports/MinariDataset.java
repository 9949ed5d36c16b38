package io.github.roboreel.dataset.imports;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.recorder.spi.files.ArrayFileFormat;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A Minari dataset in HDF5, open to be read. */
final class MinariDataset implements ForeignDataset {
    private static final String MAIN = "main_data.hdf5";

    private final ArrayFileReader file;
    private final MinariMetadata metadata;
    private final SpaceShapes space;
    private final TextWidths textWidths;
    private FieldNames names;

    private MinariDataset(ArrayFileReader file, MinariMetadata metadata) {
        this.file = file;
        this.metadata = metadata;
        space = SpaceShapes.of(metadata.observationSpace());
        textWidths = new TextWidths(file, metadata.episodes());
    }

    /** Opens the one in that folder, which holds {@code data} or is that folder itself. */
    static MinariDataset open(Path folder) throws IOException {
        Path data = Files.isDirectory(folder.resolve("data")) ? folder.resolve("data") : folder;
        Optional<MinariMetadata> json = MinariMetadata.ofJson(data);
        Path main = data.resolve(MAIN);
        if (!Files.exists(main)) {
            throw new ExportRefusedException("there is no "
                    + main
                    + "; name the folder of a Minari dataset, for example"
                    + " ~/.minari/datasets/robolab/banana-v0");
        }
        ArrayFileReader file = ArrayFileFormat.hdf5().open(main);
        try {
            return new MinariDataset(
                    file, json.isPresent() ? json.get() : MinariMetadata.ofAttributes(data, file.attributes("")));
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    @Override
    public int episodes() {
        return metadata.episodes();
    }

    @Override
    public ForeignEpisode episode(int index, ImportNotes notes) throws IOException {
        return new MinariEpisode(file, metadata, space, names(), textWidths, index, notes).read();
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
                notes.add("'"
                        + name
                        + "' is left out: the dataset says that it has "
                        + metadata.episodes()
                        + " episodes, and this is none of them");
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
