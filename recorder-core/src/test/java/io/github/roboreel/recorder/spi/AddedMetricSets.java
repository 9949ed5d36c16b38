package io.github.roboreel.recorder.spi;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.concurrent.Callable;

/** A class path with more metric sets on it, as a user's jar would bring them. */
public final class AddedMetricSets extends ClassLoader {
    private static final String PROVIDERS = "META-INF/services/" + EpisodeMetricSetProvider.class.getName();

    private final Path services;

    private AddedMetricSets(ClassLoader parent, Path services) {
        super(parent);
        this.services = services;
    }

    /**
     * Calls something that looks for metric sets on its own thread.
     *
     * @param folder where the list of providers can be written
     */
    public static <T> T call(Path folder, List<Class<? extends EpisodeMetricSetProvider>> providers, Callable<T> work)
            throws Exception {
        Path services = Files.write(
                Files.createTempFile(folder, "providers", ""),
                providers.stream().map(Class::getName).toList());
        Thread thread = Thread.currentThread();
        ClassLoader usual = thread.getContextClassLoader();
        thread.setContextClassLoader(new AddedMetricSets(usual, services));
        try {
            return work.call();
        } finally {
            thread.setContextClassLoader(usual);
        }
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        List<URL> found = new ArrayList<>(Collections.list(super.getResources(name)));
        if (name.equals(PROVIDERS)) {
            found.add(services.toUri().toURL());
        }
        return Collections.enumeration(found);
    }
}
