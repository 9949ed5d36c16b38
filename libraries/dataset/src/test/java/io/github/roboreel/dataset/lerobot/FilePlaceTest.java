package io.github.roboreel.dataset.lerobot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.roboreel.dataset.lerobot.ParquetFiles.FilePlace;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class FilePlaceTest {
    @Test
    void aFolderHasAThousandFiles() {
        Path folder = Path.of("data");
        FilePlace last = new FilePlace(999);
        assertEquals(Path.of("data/chunk-000/file-999.parquet"), last.in(folder, ".parquet"));
        assertEquals(Path.of("data/chunk-001/file-000.parquet"), last.next().in(folder, ".parquet"));
        assertEquals(1, last.next().chunk());
        assertEquals(0, last.next().file());
    }
}
