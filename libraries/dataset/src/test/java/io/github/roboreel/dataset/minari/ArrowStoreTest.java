package io.github.roboreel.dataset.minari;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.format.DType;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArrowStoreTest {
    @TempDir
    Path root;

    @Test
    void anArrowEpisodeTooLargeForTheMemoryIsToldSo() {
        ArrowStore store = new ArrowStore(root, new ArrowMemory(1 << 16), Set.of());
        Map<String, Object> attributes = Map.of("id", 7L, "total_steps", 100_000L);
        MinariArray rewards = MinariArray.scalar(MinariArray.REWARDS, DType.FLOAT64);
        String message = assertThrows(
                        RuntimeException.class, () -> store.write(attributes, sink -> sink.begin(rewards, 100_000)))
                .getMessage();
        assertTrue(message.startsWith("episode 7 of 100000 steps needs more than"), message);
        assertTrue(message.contains("choose the HDF5 format"), message);
    }

    @Test
    void anArrayTooLargeForAnArrowColumnIsToldSo() {
        ArrowStore store = new ArrowStore(root, ArrowMemory.likeTheHeap(), Set.of());
        Map<String, Object> attributes = Map.of("id", 7L, "total_steps", 100_000L);
        MinariArray depth = new MinariArray("infos/depth", DType.INT16, List.of(720L, 1280L), false);
        String message = assertThrows(
                        ExportRefusedException.class, () -> store.write(attributes, sink -> sink.begin(depth, 100_000)))
                .getMessage();
        assertTrue(message.startsWith("episode 7 has an array that is too large for a"), message);
    }
}
