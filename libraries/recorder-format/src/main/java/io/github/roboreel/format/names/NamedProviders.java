package io.github.roboreel.format.names;

import io.github.roboreel.format.fault.RoboReelException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Function;

/** Finds what others offer by {@link ServiceLoader}, where each of a kind is known by a name. */
public final class NamedProviders {
    private NamedProviders() {}

    /**
     * The providers that the calling thread's context class loader sees, in its order.
     *
     * @param name what one is known by
     * @throws RoboReelException of kind BAD_ARGUMENT, when two have the same name
     */
    public static <T> List<T> all(Class<T> type, Function<T, String> name) {
        NamedProviders.class.getModule().addUses(type); // of a module that this one cannot know
        Map<String, T> byName = new LinkedHashMap<>();
        for (T provider : ServiceLoader.load(type)) {
            T other = byName.putIfAbsent(name.apply(provider), provider);
            if (other != null) {
                throw RoboReelException.badArgument(
                        "there are two %ss '%s', %s and %s; rename one, or leave out the plug-in that brings it",
                        type.getSimpleName(), name.apply(provider), place(other), place(provider));
            }
        }
        return List.copyOf(byName.values());
    }

    private static String place(Object provider) {
        return provider.getClass().getName();
    }
}
