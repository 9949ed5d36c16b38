package io.github.roboreel.dataset;

import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import io.github.roboreel.recorder.spi.files.ArrayFileReader.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An array of a foreign episode.
 *
 * @param path in the dataset, for messages
 * @param name in the episode, or below the group that was looked into; empty when that is an array itself
 * @param kind numbers, byte strings or texts
 * @param info what is stored; empty when its type is none of ours
 * @param fault why there is no {@code info}
 * @param rows its rows
 */
public record FoundArray(
        String path, String name, Kind kind, Optional<DatasetInfo> info, String fault, ForeignRows rows) {
    /** No dataset nests deeper; one whose groups hold each other has no end. */
    private static final int MAX_LEVELS = 32;

    /** Takes an array that was found. */
    @FunctionalInterface
    public interface Visitor {
        /** Takes the next one; what it reads of the array now costs no search for it in the file. */
        void visit(FoundArray array) throws IOException;
    }

    /** All arrays at or below a path of a file, in the file's order; none when nothing is there. */
    public static List<FoundArray> below(ArrayFileReader file, String group) throws IOException {
        return below(file, group, new ImportNotes());
    }

    /**
     * As {@link #below(ArrayFileReader, String)}.
     *
     * @param notes receives the links that lead nowhere
     */
    public static List<FoundArray> below(ArrayFileReader file, String group, ImportNotes notes) throws IOException {
        List<FoundArray> found = new ArrayList<>();
        try {
            visit(file, group, "", 0, notes, found::add);
        } catch (IllegalArgumentException e) {
            throw new ExportRefusedException("below '" + group + "': " + e.getMessage());
        }
        return found;
    }

    /** Visits all arrays below a group of a file that we wrote. */
    public static void each(ArrayFileReader file, String group, Visitor visitor) throws IOException {
        visit(file, group, "", 0, new ImportNotes(), visitor);
    }

    private static void visit(
            ArrayFileReader file, String path, String name, int level, ImportNotes notes, Visitor visitor)
            throws IOException {
        if (level > MAX_LEVELS) {
            throw new ExportRefusedException(
                    "'%s' is more than %s groups deep, as when a group holds itself; repair the file",
                    path, MAX_LEVELS);
        }
        Kind kind = file.kind(path);
        switch (kind) {
            case NOTHING -> {
                if (level > 0) {
                    notes.add("'" + name + "' is left out where it is a link that leads nowhere");
                }
            }
            case GROUP -> {
                if (level > 0) {
                    file.attributes(path)
                            .keySet()
                            .forEach(key -> notes.add("attribute '" + key + "' of '" + name + "' is left out"));
                }
                for (String member : file.members(path)) {
                    String inner = name.isEmpty() ? member : name + "/" + member;
                    visit(file, path.isEmpty() ? member : path + "/" + member, inner, level + 1, notes, visitor);
                }
            }
            case ARRAY, BLOBS, TEXTS -> visitor.visit(of(file, path, name, kind));
        }
    }

    /** The array at a path of a file, under a name; empty where none is there. */
    public static Optional<FoundArray> at(ArrayFileReader file, String path, String name) throws IOException {
        Kind kind = file.kind(path);
        return kind == Kind.NOTHING || kind == Kind.GROUP ? Optional.empty() : Optional.of(of(file, path, name, kind));
    }

    private static FoundArray of(ArrayFileReader file, String path, String name, Kind kind) {
        ForeignRows rows = ForeignRows.of(file, path);
        try {
            return new FoundArray(path, name, kind, Optional.of(file.info(path)), "", rows);
        } catch (IOException e) {
            return new FoundArray(path, name, kind, Optional.empty(), e.getMessage(), rows);
        }
    }

    /** The same array with other rows. */
    public FoundArray with(ForeignRows newRows) {
        return new FoundArray(path, name, kind, info, fault, newRows);
    }

    /** Whether a row of a flag is other than 0. */
    public boolean isSet(long row) throws IOException {
        for (byte part : rows.numbers(row, row + 1)) {
            if (part != 0) {
                return true;
            }
        }
        return false;
    }

    /** Number of rows; -1 when unknown. */
    public long count() {
        return info.map(DatasetInfo::rows).orElse(-1L);
    }
}
