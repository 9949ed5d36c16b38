package io.github.roboreel.remote;

import io.github.roboreel.format.DType;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Element types of arrays on the wire as NumPy's {@code dtype.str} names them, little-endian. */
final class NumpyTypes {
    private static final List<DType> SENT = Arrays.stream(DType.values())
            .filter(dtype -> !dtype.isText() && dtype == dtype.widened())
            .toList();

    private NumpyTypes() {}

    /** The type of that name. */
    static DType named(String name) {
        return SENT.stream()
                .filter(dtype -> name(dtype).equals(name))
                .findFirst()
                .orElseThrow(() -> new ServerException(
                        "an array of dtype '%s' is not taken; expected one of %s",
                        name, SENT.stream().map(NumpyTypes::name).collect(Collectors.joining(", "))));
    }

    /** NumPy's name of a type that is sent: no text, and no float shorter than float32. */
    static String name(DType dtype) {
        String kind = switch (dtype.kind()) {
            case FLOATING -> "f";
            case SIGNED -> "i";
            case UNSIGNED -> "u";
            case BOOL -> "b";
            case TEXT -> "S";
        };
        return (dtype.bytes() == 1 ? "|" : "<") + kind + dtype.bytes();
    }
}
