package io.github.roboreel.recorder.bench.record;

import io.github.roboreel.recorder.spi.EpisodeMetricSetProvider;
import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.function.Supplier;

/**
 * Opens a recorder as on a class path without the metrics module: a peer that only writes is measured against a
 * recorder that only writes.
 */
final class WithoutMetrics extends ClassLoader {
    private static final String PROVIDERS = "META-INF/services/" + EpisodeMetricSetProvider.class.getName();

    private WithoutMetrics(ClassLoader parent) {
        super(parent);
    }

    static <T> T call(Supplier<T> open) {
        Thread thread = Thread.currentThread();
        ClassLoader usual = thread.getContextClassLoader();
        thread.setContextClassLoader(new WithoutMetrics(usual));
        try {
            return open.get();
        } finally {
            thread.setContextClassLoader(usual);
        }
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        return name.equals(PROVIDERS) ? Collections.emptyEnumeration() : super.getResources(name);
    }
}
