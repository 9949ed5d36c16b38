package io.github.roboreel.dataset;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Paths that fields can have, from any paths: what a name may not have becomes {@code _}, and a number tells apart what
 * is then the same. Names that fields can have stay as they are. The same paths give the same names, whatever their
 * order.
 */
public final class FieldNames {
    private static final int MAX_CHARS = 240;

    private final Map<String, String> legal = new HashMap<>();

    private FieldNames() {}

    /** For all paths of a dataset. */
    public static FieldNames of(Collection<String> paths) {
        FieldNames names = new FieldNames();
        Map<String, Set<String>> members = new HashMap<>();
        for (String path : paths) {
            for (int end = path.length(); end >= 0; end = path.lastIndexOf('/', end - 1)) {
                String inner = path.substring(0, end);
                members.computeIfAbsent(parent(inner), p -> new TreeSet<>()).add(inner);
            }
        }
        members.values().forEach(names::nameApart);
        return names;
    }

    private static String parent(String path) {
        return path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }

    private static String last(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private void nameApart(Set<String> siblings) {
        Set<String> taken = new HashSet<>();
        for (String path : siblings) {
            String name = last(path);
            if (plain(name).equals(name)) {
                taken.add(name);
                legal.put(path, name);
            }
        }
        for (String path : siblings) {
            if (!legal.containsKey(path)) {
                String plain = plain(last(path));
                String name = plain;
                for (int i = 2; !taken.add(name); i++) {
                    name = plain + "_" + i;
                }
                legal.put(path, name);
            }
        }
    }

    /** Whether a path is one that fields can have. */
    public static boolean isLegal(String path) {
        return Arrays.stream(path.split("/", -1)).allMatch(name -> plain(name).equals(name));
    }

    private static String plain(String name) {
        String plain = name.replaceAll("[^A-Za-z0-9_.-]", "_");
        String cut = plain.substring(0, Math.min(plain.length(), MAX_CHARS));
        return cut.matches("\\.{0,2}") ? "_" + cut.length() : cut;
    }

    /** The path of one of them as a field can have it. */
    public String legal(String path) {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? legal.get(path) : legal(path.substring(0, slash)) + "/" + legal.get(path);
    }
}
