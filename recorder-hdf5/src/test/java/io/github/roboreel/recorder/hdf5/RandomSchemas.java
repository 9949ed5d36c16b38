package io.github.roboreel.recorder.hdf5;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Provide;
import net.jqwik.api.domains.DomainContextBase;

/** Schemas of a few fields of any type, shape and phase. */
final class RandomSchemas extends DomainContextBase {
    @Provide
    Arbitrary<FieldSchema> schemas() {
        return spec().list().ofMinSize(1).ofMaxSize(6).map(RandomSchemas::numbered);
    }

    private static FieldSchema numbered(List<FieldSpec> specs) {
        List<FieldSpec> named = new ArrayList<>();
        for (FieldSpec spec : specs) {
            String path = spec.phase().label() + "/f" + named.size();
            named.add(described(new FieldSpec(
                    path,
                    spec.dtype(),
                    spec.shape(),
                    "m",
                    "env",
                    spec.phase(),
                    spec.image(),
                    true,
                    true,
                    "",
                    spec.noiseFree())));
        }
        return FieldSchema.of(named);
    }

    /** Numbers say what their elements are, in names of which some are too long for an attribute together. */
    private static FieldSpec described(FieldSpec spec) {
        if (spec.image() || spec.dtype().isText()) {
            return spec;
        }
        String[] names = IntStream.range(0, spec.elements())
                .mapToObj(i -> "element " + i + " of " + spec.path())
                .toArray(String[]::new);
        FieldSpec bounded =
                spec.dtype().isFloating() ? spec.withBounds(Double.NEGATIVE_INFINITY, 0.5) : spec.withNumValues(2);
        return bounded.withNames(names);
    }

    private static FieldSpec image(int height, int width, boolean noiseFree) {
        FieldSpec image = switch (height % 3) {
            case 0 -> FieldSpec.image("x", DType.UINT16, height, width, 1);
            case 1 -> FieldSpec.image("x", DType.FLOAT32, height, width, 1);
            default -> FieldSpec.image("x", height, width);
        };
        return noiseFree ? image.withoutNoise() : image;
    }

    private static Arbitrary<FieldSpec> spec() {
        Arbitrary<FieldSpec> images = Combinators.combine(
                        Arbitraries.integers().between(1, 9),
                        Arbitraries.integers().between(1, 9),
                        Arbitraries.of(true, false))
                .as(RandomSchemas::image);
        Arbitrary<FieldSpec> numbers = Combinators.combine(
                        Arbitraries.of(DType.class),
                        Arbitraries.integers().between(1, 5).list().ofMaxSize(3),
                        Arbitraries.of(FieldPhase.class))
                .as((dtype, shape, phase) -> new FieldSpec(
                        "x", dtype, dtype.isText() ? List.of(5) : shape, "", "", phase, false, true, true));
        return Arbitraries.frequencyOf(net.jqwik.api.Tuple.of(1, images), net.jqwik.api.Tuple.of(4, numbers));
    }
}
