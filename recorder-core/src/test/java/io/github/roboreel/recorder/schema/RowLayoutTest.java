package io.github.roboreel.recorder.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class RowLayoutTest {
    /** Dtype and row shape of one field, or an image. */
    record Shape(DType dtype, List<Integer> sizes, boolean image) {
        FieldSpec spec(int index) {
            return new FieldSpec(
                    "f" + index,
                    image ? DType.UINT8 : dtype,
                    image ? List.of(4, 5, 3) : dtype.isText() ? List.of(11) : sizes,
                    "",
                    "",
                    FieldPhase.STEP,
                    image,
                    false,
                    true);
        }
    }

    @Provide
    Arbitrary<List<Shape>> shapes() {
        Arbitrary<List<Integer>> sizes =
                Arbitraries.integers().between(1, 9).list().ofMaxSize(3);
        Arbitrary<Boolean> image = Arbitraries.of(false, false, false, true);
        return Combinators.combine(Arbitraries.of(DType.class), sizes, image)
                .as(Shape::new)
                .list()
                .ofMaxSize(30);
    }

    @Property(tries = 500)
    void fieldsAreAlignedApartAndInOrder(@ForAll("shapes") List<Shape> shapes) {
        List<FieldSpec> specs = new ArrayList<>();
        for (Shape shape : shapes) {
            specs.add(shape.spec(specs.size()));
        }
        RowLayout layout = RowLayout.of(specs);

        assertEquals(specs, layout.fields().stream().map(Field::spec).toList());
        int end = 0;
        int images = 0;
        long payload = 0;
        for (Field field : layout.fields()) {
            payload += field.spec().rowBytes();
            if (field.spec().image()) {
                assertEquals(-1, field.offsetBytes());
                assertEquals(images, field.imageIndex());
                assertEquals(field, layout.images().get(images++));
                continue;
            }
            int size = field.spec().dtype().bytes();
            assertEquals(-1, field.imageIndex());
            assertTrue(field.offsetBytes() >= end, "overlap at " + field);
            assertTrue(field.offsetBytes() - end < size, "gap before " + field);
            assertEquals(0, field.offsetBytes() % size, "alignment of " + field);
            end = field.offsetBytes() + field.spec().rowBytes();
        }
        assertEquals((end + 7) / 8 * 8, layout.rowBytes());
        assertEquals(images, layout.images().size());
        assertEquals(payload, layout.payloadBytes());
    }
}
