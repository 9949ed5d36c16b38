package io.github.roboreel.recorder.hdf5.lib;

import io.github.roboreel.recorder.hdf5.binding.Calls;
import io.github.roboreel.recorder.hdf5.binding.Hdf5Binding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one HDF5 library of this process, or why there is none.
 *
 * @param binding name of the binding that loaded it; null where none did
 * @param calls null where none did
 * @param version such as 1.10.8; null where none did
 * @param problem a sentence where none did
 */
record OpenedLibrary(String binding, Calls calls, String version, String problem) {
    private static final Logger LOG = LoggerFactory.getLogger(Hdf5.class);

    /** Loads the wished binding's; of {@link Hdf5#AUTO} the first one that loads. */
    static OpenedLibrary open(String wish) {
        List<Hdf5Binding> all = bindings();
        List<Hdf5Binding> wished = wish.equals(Hdf5.AUTO)
                ? all
                : all.stream().filter(one -> one.name().equals(wish)).toList();
        List<String> problems = new ArrayList<>();
        for (Hdf5Binding one : wished) {
            try {
                return opened(one.name(), one.open());
            } catch (LinkageError e) {
                LOG.debug("HDF5 binding {} does not load", one.name(), e);
                problems.add(one.name() + " does not load (" + e.getMessage() + "): " + one.advice());
            }
        }
        return new OpenedLibrary(null, null, null, problem(wish, all, problems));
    }

    private static List<Hdf5Binding> bindings() {
        return ServiceLoader.load(Hdf5Binding.class, Hdf5.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparingInt(Hdf5Binding::order))
                .toList();
    }

    private static OpenedLibrary opened(String binding, Calls calls) {
        calls.H5dont_atexit();
        calls.H5open();
        int[] major = new int[1];
        int[] minor = new int[1];
        int[] release = new int[1];
        calls.H5get_libversion(major, minor, release);
        String version = major[0] + "." + minor[0] + "." + release[0];
        LOG.info("HDF5 {} by the binding {}", version, binding);
        return new OpenedLibrary(binding, calls, version, null);
    }

    private static String problem(String wish, List<Hdf5Binding> all, List<String> problems) {
        if (problems.isEmpty()) {
            String there = all.stream().map(Hdf5Binding::name).collect(Collectors.joining(", "));
            return "no native HDF5 library can be loaded: the binding '" + wish
                    + "' is not on the class path, which has: " + (there.isEmpty() ? "none" : there);
        }
        return "no native HDF5 library can be loaded: " + String.join("; ", problems);
    }
}
