package io.github.roboreel.recorder.hdf5.read;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.hdf5.file.RunFileProbe;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of demos and paths of datasets, and what any reader says of those that are not there. */
public final class DatasetPaths {
    private static final Pattern NUMBERED = Pattern.compile("demo_0*(\\d{1,18})");

    private DatasetPaths() {}

    /** Numbered demos in the order of their numbers, then the others. */
    public static List<String> inOrder(Collection<String> demos) {
        return demos.stream()
                .sorted(Comparator.comparingLong(DatasetPaths::number).thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    private static long number(String name) {
        Matcher numbered = NUMBERED.matcher(name);
        return numbered.matches() ? Long.parseLong(numbered.group(1)) : Long.MAX_VALUE;
    }

    /** Whether it can be the name of a demo. */
    public static boolean isDemo(String name) {
        return !name.isEmpty() && !name.equals(".") && name.indexOf('/') < 0;
    }

    /**
     * A demo is not there.
     *
     * @param file its name
     * @param demos those that are there, in order
     */
    public static IOException missingDemo(Object file, String name, List<String> demos) {
        return new IOException(file + " has no demo '" + name + "'; it has " + listed(demos));
    }

    private static String listed(List<String> names) {
        if (names.isEmpty()) {
            return "none";
        }
        String last = names.get(names.size() - 1);
        return names.size() == 1 ? last : names.get(0) + " to " + last;
    }

    /** Whether it is the one spelling of a path; libraries would take others for the same object. */
    public static boolean isPlain(String path) {
        return Arrays.stream(path.split("/", -1))
                .noneMatch(name -> name.isEmpty() || name.equals(".") || name.equals(".."));
    }

    /**
     * A dataset is not there.
     *
     * @param place file and demo
     * @param paths those that are there
     */
    public static IOException missing(String place, String path, Collection<String> paths) {
        boolean isGroup = paths.stream().anyMatch(p -> p.startsWith(path + "/"));
        return new IOException(place
                + ": there is no dataset '"
                + path
                + (isGroup ? "', which is a group; name a dataset in it" : "'"));
    }

    /**
     * Nothing says how many steps a demo has.
     *
     * @param place file and demo
     */
    public static IOException lengthUnknown(String place) {
        return new IOException(place + " has neither an integer attribute num_samples nor a dataset "
                + DemoPaths.ACTIONS + ", so its length is unknown; record it again");
    }

    /** A file is HDF5, but not a run's. */
    public static IOException noRunFile(Object file) {
        return new IOException(file + " is an HDF5 file but no run file: it has no group 'data' with demos in it");
    }

    /** A file is damaged where nothing of it can be read. */
    public static IOException unreadable(Object file, Throwable cause, String reason) {
        return new IOException(
                file + " cannot be read: it is damaged or was not closed by its recorder (" + reason + ")", cause);
    }

    /** A file ends before its end. */
    public static IOException truncated(Object file, RunFileProbe probe) {
        return new IOException(file + " is truncated: " + probe.endOfFile() + " bytes expected, " + probe.length()
                + " there; copy it again, or recover it if its recorder died");
    }
}
