package io.github.roboreel.dataset.minari;

import io.github.roboreel.dataset.ExportRefusedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Name of a Minari dataset, which is also its path below the root: {@code namespace/name-v0}.
 *
 * @param namespace its parts from the outermost; empty without a namespace
 * @param name with the version
 */
record DatasetId(List<String> namespace, String name) {
    private static final String EXAMPLE = "; use for example 'robolab/banana-v0'";
    private static final Pattern VERSIONED = Pattern.compile("(.+)-v(0|[1-9][0-9]*)");
    private static final Pattern OLD_NAME = Pattern.compile("[^-]+-[^-].*-v[0-9]+");

    /** Which Minari recognises a dataset by. */
    static final String DATA = "data";

    DatasetId {
        namespace = List.copyOf(namespace);
    }

    /**
     * Reads an id.
     *
     * @throws ExportRefusedException when Minari would not find a dataset of that id again
     */
    static DatasetId of(String text) {
        int slash = text.lastIndexOf('/');
        String name = text.substring(slash + 1);
        requireName(text, name);
        return new DatasetId(slash < 0 ? List.of() : namespace(text, text.substring(0, slash)), name);
    }

    private static void requireName(String text, String name) {
        Matcher versioned = VERSIONED.matcher(name);
        if (!versioned.matches()) {
            throw refused(text, "its name must end in -v and a number without leading zeros, Minari fails without");
        }
        requireWord(text, name);
    }

    private static List<String> namespace(String text, String namespace) {
        if (namespace.codePointCount(0, namespace.length()) < 2) {
            throw refused(text, "the namespace '" + namespace + "' must have two letters or more");
        }
        List<String> parts = List.of(namespace.split("/", -1));
        for (String part : parts) {
            requireWord(text, part);
            if (part.equals(DATA)) {
                throw refused(text, "Minari takes a folder with a folder 'data' for a dataset");
            }
        }
        return parts;
    }

    private static void requireWord(String text, String word) {
        boolean good = !word.isEmpty()
                && word.codePoints().allMatch(c -> Character.isLetterOrDigit(c) || c == '_' || c == '-');
        if (!good) {
            throw refused(text, "'" + word + "' must be of letters, digits, '_' and '-'");
        }
    }

    /**
     * Requires that Minari 0.4 reads it, too: no namespace, and an environment before the name.
     *
     * @throws ExportRefusedException when it does not
     */
    void requireOldGrammar() {
        if (!namespace.isEmpty() || !OLD_NAME.matcher(name).matches()) {
            throw new ExportRefusedException(
                    "Minari 0.4 knows ids such as 'banana-teleop-v0' only, environment, '-', name and no "
                            + "namespace, but '%s' was given; choose such an id or do without the legacy layout",
                    this);
        }
    }

    /** The dataset's folder. */
    Path folder(Path root) {
        return namespaceFolder(root, namespace.size()).resolve(name);
    }

    /** Folders of the namespace and all above it, from the outermost. */
    List<Path> namespaceFolders(Path root) {
        List<Path> folders = new ArrayList<>();
        for (int depth = 1; depth <= namespace.size(); depth++) {
            folders.add(namespaceFolder(root, depth));
        }
        return folders;
    }

    private Path namespaceFolder(Path root, int depth) {
        Path folder = root;
        for (String part : namespace.subList(0, depth)) {
            folder = folder.resolve(part);
        }
        return folder;
    }

    private static ExportRefusedException refused(String text, String why) {
        return new ExportRefusedException("'" + text + "' is no id of a Minari dataset: " + why + EXAMPLE);
    }

    @Override
    public String toString() {
        return namespace.isEmpty() ? name : String.join("/", namespace) + "/" + name;
    }
}
