package io.github.roboreel.systemtests.soak;

import java.util.function.ToDoubleFunction;

/** A figure of {@link ProcessSample} and by how much it may grow. */
enum Gauge {
    HEAP("heap_mib", 16, ProcessSample::heapMib),
    DIRECT("direct_mib", 16, ProcessSample::directMib),
    MAPPED("mapped_mib", 16, ProcessSample::mappedMib),
    /** Generous: compiled code and the C library's allocator settle after some minutes only. */
    NATIVE("native_mib", 128, ProcessSample::nativeMib),
    NMT("nmt_mib", 64, ProcessSample::nmtMib),
    /** Follows from the others and from how far the JVM lets its heap grow. */
    RSS("rss_mib", Double.POSITIVE_INFINITY, ProcessSample::rssMib),
    THREADS("threads", 5, ProcessSample::threads),
    FILE_HANDLES("file_handles", 8, ProcessSample::fileHandles);

    private final String label;
    private final double limit;
    private final ToDoubleFunction<ProcessSample> figure;

    Gauge(String label, double limit, ToDoubleFunction<ProcessSample> figure) {
        this.label = label;
        this.limit = limit;
        this.figure = figure;
    }

    /** With its unit. */
    String label() {
        return label;
    }

    double limit() {
        return limit;
    }

    double of(ProcessSample sample) {
        return figure.applyAsDouble(sample);
    }
}
