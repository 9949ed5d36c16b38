package io.github.roboreel.recorder.hdf5.lib;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.hdf5.binding.Calls;
import io.github.roboreel.recorder.hdf5.binding.Hdf5Binding;
import io.github.roboreel.recorder.hdf5.binding.LibraryCalls;
import java.nio.file.Files;
import java.nio.file.Path;
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
 * @param label name of the binding that loaded it, or its file where that was chosen; null where none did
 * @param calls null where none did
 * @param version such as 1.10.8; null where none did
 * @param problem a sentence where none did
 */
record OpenedLibrary(String label, Calls calls, String version, String problem) {
    private static final Logger LOG = LoggerFactory.getLogger(Hdf5.class);

    /** Loads the chosen file, or the chosen binding's; where nothing is chosen, that of the first that loads. */
    static OpenedLibrary open(LibraryChoice choice) {
        if (!choice.contradiction().isEmpty()) {
            return failed(choice.contradiction());
        }
        return choice.hasLibrary() ? openFile(Path.of(choice.library())) : openBinding(choice.binding());
    }

    private static OpenedLibrary openFile(Path library) {
        if (!Files.isRegularFile(library)) {
            return failed(Sentence.of(
                    "hdf5.library is %s, which is no file; name HDF5's C library, such as libhdf5.so", library));
        }
        try {
            return opened(library.toString(), new LibraryCalls(library));
        } catch (LinkageError e) {
            LOG.debug("{} does not load", library, e);
            return failed(Sentence.of(
                    "hdf5.library is %s, which is no HDF5 of version 1.10 or newer for this system (%s); name another"
                            + " file or leave it out",
                    library, reason(e)));
        }
    }

    /** JNA says in several lines what the system said each time it tried. */
    private static String reason(LinkageError e) {
        List<String> lines = String.valueOf(e.getMessage()).lines().toList();
        return lines.get(Math.min(1, lines.size() - 1));
    }

    private static OpenedLibrary failed(String problem) {
        return new OpenedLibrary(null, null, null, problem);
    }

    private static OpenedLibrary openBinding(String wish) {
        List<Hdf5Binding> all = bindings();
        List<Hdf5Binding> wished = wish.equals(LibraryChoice.AUTO)
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
        return failed(problem(wish, all, problems));
    }

    private static List<Hdf5Binding> bindings() {
        return ServiceLoader.load(Hdf5Binding.class, Hdf5.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparingInt(Hdf5Binding::order))
                .toList();
    }

    private static OpenedLibrary opened(String label, Calls calls) {
        calls.H5dont_atexit();
        calls.H5open();
        int[] major = new int[1];
        int[] minor = new int[1];
        int[] release = new int[1];
        calls.H5get_libversion(major, minor, release);
        String version = major[0] + "." + minor[0] + "." + release[0];
        LOG.info("HDF5 {} by {}", version, label);
        return new OpenedLibrary(label, calls, version, null);
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
