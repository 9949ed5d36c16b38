package io.github.roboreel.systemtests.soak;

/** A figure of {@link ProcessSample} and by how much it may grow. */
enum Gauge {
    /** Java objects. */
    HEAP("heap_mib", 16),
    /** Direct buffers. */
    DIRECT("direct_mib", 16),
    /** Mapped files. */
    MAPPED("mapped_mib", 16),
    /**
     * Anonymous memory that is not the Java heap's: native libraries, threads, code. Generous: compiled code and the C
     * library's allocator settle after some minutes only.
     */
    NATIVE("native_mib", 128),
    /** What the JVM's native memory tracking counts outside the heap; NaN when it is off. */
    NMT("nmt_mib", 64),
    /** Memory in RAM, all kinds: follows from the others and from how far the JVM lets its heap grow. */
    RSS("rss_mib", Double.POSITIVE_INFINITY),
    /** Live Java threads. */
    THREADS("threads", 5),
    /** Open files, pipes and sockets. */
    FILE_HANDLES("file_handles", 8);

    private final String label;
    private final double limit;

    Gauge(String label, double limit) {
        this.label = label;
        this.limit = limit;
    }

    /** With its unit. */
    String label() {
        return label;
    }

    double limit() {
        return limit;
    }

    double of(ProcessSample sample) {
        return sample.figures().get(this);
    }
}
