package io.github.roboreel.recorder.jhdf;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** The order in which the native library lists names: that of their UTF-8 bytes. */
final class ByteOrderOfNames {
    private static final Comparator<String> ORDER =
            (a, b) -> Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

    private ByteOrderOfNames() {}

    static List<String> sorted(Collection<String> names) {
        return names.stream().sorted(ORDER).toList();
    }
}
