package io.github.roboreel.dataset.minari;

import io.github.roboreel.dataset.minari.DatasetStorage.Totals;
import io.github.roboreel.recorder.spi.files.ArrayFileFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;

/** All episodes in one HDF5 file. */
final class Hdf5Storage implements DatasetStorage {
    private static final String FILE = "main_data.hdf5";

    private final ArrayFileFormat hdf5;
    private final Map<String, Object> rootAttributes;

    /**
     * With these attributes of the file, to which the totals are added; none when there are none, since only Minari 0.4
     * reads any.
     */
    Hdf5Storage(Map<String, Object> rootAttributes) throws IOException {
        this.hdf5 = ArrayFileFormat.hdf5();
        this.rootAttributes = rootAttributes;
    }

    @Override
    public String label() {
        return "hdf5";
    }

    @Override
    public DatasetStorage.Writer create(Path data) throws IOException {
        return new Hdf5Store(hdf5.create(data.resolve(FILE)), rootAttributes, Totals.NOTHING);
    }

    @Override
    public DatasetStorage.Writer extend(Path data, Path work, Totals totals) throws IOException {
        Path copy = work.resolve(FILE);
        Files.copy(data.resolve(FILE), copy);
        return new Hdf5Store(hdf5.append(copy), rootAttributesOf(DatasetMetadata.read(data)), totals);
    }

    /** Those of episodes that are added, with the spaces of the dataset, which stay as they are. */
    private Map<String, Object> rootAttributesOf(DatasetMetadata old) {
        Map<String, Object> attributes = new LinkedHashMap<>(rootAttributes);
        attributes.computeIfPresent(
                DatasetMetadata.OBSERVATION_SPACE,
                (name, added) -> old.observationSpace().text(true));
        attributes.computeIfPresent(
                DatasetMetadata.ACTION_SPACE, (name, added) -> old.actionSpace().text(true));
        return attributes;
    }

    @Override
    public boolean copiesOldEpisodes() {
        return true;
    }

    @Override
    public void publish(Path work, Path data) throws IOException {
        if (Files.exists(work.resolve(FILE))) {
            Files.move(
                    work.resolve(FILE),
                    data.resolve(FILE),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        }
    }

    @Override
    public DatasetStorage.Reader open(Path data, Map<String, MinariArray> arrays) throws IOException {
        return new Hdf5Episodes(hdf5.open(data.resolve(FILE)), arrays);
    }
}
