package io.github.roboreel.dashboard.series;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.roboreel.dashboard.series.Columns.Column;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Columns of every type, read back as a page does. */
class ColumnsTest {
    private static final double[] FLOATS = {
        0.1f, -0.0, Float.MAX_VALUE, -Float.MIN_VALUE, Double.NaN, Double.NEGATIVE_INFINITY, 1 << 24
    };

    private static Column column(int[] steps, double[] values) {
        return new Column("obs/value[2]", "m", null, null, steps, values);
    }

    private static ReadColumns read(long from, Column... columns) throws IOException {
        byte[] bytes = new Columns(from, 4_000_000_000L, 7, 0.05, List.of(columns)).bytes();
        ReadColumns page = ReadColumns.of(bytes);
        assertEquals(from, page.header().path("from").asLong());
        assertEquals(4_000_000_000L, page.header().path("to").asLong());
        for (int i = 0; i < columns.length; i++) {
            assertEquals("obs/value[2]", page.field(i));
            assertArrayEquals(columns[i].steps(), page.steps(i));
            assertArrayEquals(columns[i].values(), page.values(i));
        }
        return page;
    }

    @Test
    void eachArrayHasTheLeastTypeThatLosesNothing() throws IOException {
        int[] near = {5, 6, 261, 262, 263, 264, 519};
        int[] far = {5, 6, 262, 263, 264, 265, 65_800};
        int[] farthest = {70_005, 70_006, 70_007, 70_008, 70_009, 70_010, Integer.MAX_VALUE};
        double[] doubles = FLOATS.clone();
        doubles[3] = 0.1;
        double[] whole = FLOATS.clone();
        whole[6] = (1 << 24) + 1;
        ReadColumns page = read(5, column(near, FLOATS), column(far, doubles), column(farthest, whole));
        assertEquals("uint8 float32", page.types(0));
        assertEquals("uint16 float64", page.types(1));
        assertEquals("uint32 float64", page.types(2));
        assertEquals("uint8 float32", read(9, column(new int[0], new double[0])).types(0));
        assertEquals(
                "uint32 float32",
                read(0, column(new int[] {65_536}, new double[] {1})).types(0));
    }

    @Property(tries = 100)
    void anyValuesComeBack(@ForAll double[] values) throws IOException {
        int[] steps = new int[values.length];
        Arrays.setAll(steps, i -> i * 300);
        read(0, column(steps, values), column(steps, values));
    }
}
