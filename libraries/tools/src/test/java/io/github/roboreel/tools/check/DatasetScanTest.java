package io.github.roboreel.tools.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.spi.DatasetInfo;
import java.util.List;
import org.junit.jupiter.api.Test;

class DatasetScanTest {
    @Test
    void blocksAreWholeChunksOfAboutEightMebibytes() {
        assertEquals(149_500, DatasetScan.blockRows(info(List.of(7L), List.of(500L, 7L)), 8));
    }

    @Test
    void oneLargeChunkIsOneBlockSoThatItIsDecompressedOnce() {
        assertEquals(400, DatasetScan.blockRows(info(List.of(30_000L), List.of(400L, 30_000L)), 8));
    }

    @Test
    void aMonstrousChunkDoesNotFillTheMemory() {
        assertEquals(
                134_217_728 / 24_000_000,
                DatasetScan.blockRows(info(List.of(3_000_000L), List.of(1000L, 3_000_000L)), 8));
    }

    @Test
    void rowsLargerThanABlockComeOneByOne() {
        assertEquals(1, DatasetScan.blockRows(info(List.of(50_000_000L), List.of(1L, 50_000_000L)), 8));
    }

    private static DatasetInfo info(List<Long> rowShape, List<Long> chunkShape) {
        return new DatasetInfo(DType.FLOAT32, 1_000_000, rowShape, chunkShape, List.of(), 0, "", "");
    }
}
