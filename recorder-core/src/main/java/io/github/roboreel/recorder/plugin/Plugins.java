package io.github.roboreel.recorder.plugin;

import io.github.roboreel.format.fault.RoboReelException;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/**
 * Class loader of an application with plug-ins. As a thread's context class loader it lets every
 * {@link java.util.ServiceLoader} find what the application offers and then what the plug-ins offer, in their order;
 * threads started later inherit it. A class that a plug-in brings and the application has is the application's; each
 * plug-in has a loader of its own, so that two of them may hold different classes of the same name.
 *
 * <p>Only its caller decides what is opened: nothing that a recording stores names a plug-in to load.
 */
public final class Plugins extends ClassLoader {
    /** Major version of what plug-ins are compiled against: {@code RoboReel-Api} in a manifest. */
    public static final int API_VERSION = 1;

    static {
        registerAsParallelCapable();
    }

    private final List<Plugin> plugins;

    private Plugins(ClassLoader application, List<Path> places) {
        super("plug-ins", application);
        plugins = places.stream()
                .map(place -> place.toAbsolutePath().normalize())
                .distinct()
                .map(place -> new Plugin(place, application))
                .toList();
    }

    /**
     * Opens plug-ins and makes each of the providers that they offer once, to see that it can be made.
     *
     * @param places jars, and folders with classes, jars, or both
     * @return a loader above the calling thread's context class loader, for {@link Thread#setContextClassLoader}
     * @throws RoboReelException of kind BAD_ARGUMENT, naming plug-in, class and reason, when a place is none, is made
     *     for another {@link #API_VERSION}, offers nothing, or offers what cannot be made
     */
    public static Plugins open(List<Path> places) {
        Plugins opened = reopen(places);
        opened.plugins.forEach(plugin -> plugin.requireUsable(opened));
        return opened;
    }

    /**
     * Opens plug-ins in a child process of one that has made sure of their providers.
     *
     * @param places those of the parent, see {@link #placesOfThread}
     * @throws RoboReelException as {@link #open}, without a look at the providers
     */
    public static Plugins reopen(List<Path> places) {
        return new Plugins(Thread.currentThread().getContextClassLoader(), places);
    }

    /** Where the plug-ins are that the calling thread sees: absolute paths; empty when it sees none. */
    public static List<Path> placesOfThread() {
        for (ClassLoader at = Thread.currentThread().getContextClassLoader(); at != null; at = at.getParent()) {
            if (at instanceof Plugins opened) {
                return opened.plugins.stream().map(Plugin::place).toList();
            }
        }
        return List.of();
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        for (Plugin plugin : plugins) {
            try {
                return plugin.loader().loadClass(name);
            } catch (ClassNotFoundException e) {
                continue; // the next one may have it
            }
        }
        throw new ClassNotFoundException(name);
    }

    @Override
    protected URL findResource(String name) {
        return plugins.stream()
                .map(plugin -> plugin.loader().findResource(name))
                .filter(url -> url != null)
                .findFirst()
                .orElse(null);
    }

    @Override
    protected Enumeration<URL> findResources(String name) throws IOException {
        List<URL> found = new ArrayList<>();
        for (Plugin plugin : plugins) {
            found.addAll(Collections.list(plugin.loader().findResources(name)));
        }
        return Collections.enumeration(found);
    }
}
