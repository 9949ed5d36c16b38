package io.github.roboreel.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.spi.DatasetInfo;
import java.util.List;
import org.junit.jupiter.api.Test;

class FieldInfoTest {
    private static final List<Long> SHAPE = List.of(4L, 5L, 3L);

    @Test
    void theRecordersPicturesAreInChunksOfTheirOwn() {
        assertTrue(field("obs/cam", DType.UINT8, List.of(1L, 4L, 5L, 3L)).isImage());
        assertFalse(field("obs/tactile", DType.UINT8, List.of(500L, 4L, 5L, 3L)).isImage());
    }

    @Test
    void othersPicturesHaveTheShapeOfOne() {
        assertTrue(field("obs/cam", DType.UINT8, List.of()).isImage());
        assertTrue(field("obs/cam", DType.UINT8, List.of(16L, 2L, 5L, 3L)).isImage());
        assertFalse(field("obs/cam", DType.FLOAT32, List.of()).isImage());
        assertFalse(field("states/cam", DType.UINT8, List.of()).isImage());
    }

    @Test
    void floatsAreDepthsWhereTheirUnitOrTheirChunksSayIt() {
        assertTrue(grey(DType.FLOAT32, List.of(500L, 4L, 5L, 1L), "mm").isDepth());
        assertTrue(grey(DType.FLOAT32, List.of(1L, 4L, 5L, 1L), "").isDepth());
        assertTrue(grey(DType.UINT16, List.of(), "").isDepth());
        assertFalse(grey(DType.FLOAT32, List.of(500L, 4L, 5L, 1L), "N").isDepth());
        FieldInfo depth = grey(DType.FLOAT32, List.of(), "m");
        assertEquals(depth, SurveyState.read(SurveyState.of(depth), FieldInfo.class));
    }

    private static FieldInfo grey(DType dtype, List<Long> chunk, String unit) {
        return FieldInfo.of("obs/cam", new DatasetInfo(dtype, 9, List.of(4L, 5L, 1L), chunk, List.of(), 0, unit, ""));
    }

    @Test
    void unitAndFrameAreKept() {
        FieldInfo field = field("obs/cam", DType.UINT8, List.of());

        assertEquals("m", field.unit());
        assertEquals("world", field.frame());
    }

    private static FieldInfo field(String path, DType dtype, List<Long> chunk) {
        return FieldInfo.of(path, new DatasetInfo(dtype, 9, SHAPE, chunk, List.of(), 0, "m", "world"));
    }
}
