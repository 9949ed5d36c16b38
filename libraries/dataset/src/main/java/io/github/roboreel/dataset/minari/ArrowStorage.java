package io.github.roboreel.dataset.minari;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.minari.DatasetStorage.Totals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;

/** A folder for each episode, with one Arrow file of one record batch. */
final class ArrowStorage implements DatasetStorage {
    private final ArrowMemory memory;
    private final Set<String> discrete;

    /**
     * Shows early whether Java lets Arrow work.
     *
     * @param discrete paths of arrays in a new dataset whose space is a Discrete
     */
    ArrowStorage(ArrowMemory memory, Set<String> discrete) {
        this.memory = memory;
        this.discrete = Set.copyOf(discrete);
        try (BufferAllocator allocator = memory.allocator()) {
            allocator.getEmpty();
        } catch (ExceptionInInitializerError | NoClassDefFoundError e) {
            throw new ExportRefusedException("Arrow cannot reach its memory in this Java; start it with --add-opens"
                    + " java.base/java.nio=ALL-UNNAMED, or choose the HDF5 format");
        }
    }

    @Override
    public String label() {
        return "arrow";
    }

    @Override
    public DatasetStorage.Writer create(Path data) {
        return new ArrowStore(data, memory, discrete);
    }

    @Override
    public DatasetStorage.Writer extend(Path data, Path work, Totals totals) throws IOException {
        DatasetMetadata old = DatasetMetadata.read(data);
        return new ArrowStore(work, memory, Space.discrete(old.observationSpace(), old.actionSpace()));
    }

    @Override
    public boolean copiesOldEpisodes() {
        return false;
    }

    @Override
    public void publish(Path work, Path data) throws IOException {
        try (Stream<Path> all = Files.list(work)) {
            for (Path episode : all.filter(Files::isDirectory).toList()) {
                Path target = data.resolve(episode.getFileName());
                Files.move(episode, target, StandardCopyOption.ATOMIC_MOVE);
            }
        }
    }

    @Override
    public DatasetStorage.Reader open(Path data, Map<String, MinariArray> arrays) {
        return new ArrowEpisodes(data, arrays, memory);
    }
}
