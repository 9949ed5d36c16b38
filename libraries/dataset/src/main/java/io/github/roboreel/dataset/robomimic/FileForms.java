package io.github.roboreel.dataset.robomimic;

import io.github.roboreel.dataset.FieldNames;
import io.github.roboreel.dataset.FoundArray;
import io.github.roboreel.dataset.TextWidths;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import io.github.roboreel.recorder.spi.files.ArrayFileReader.Kind;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What has one form in all demos of a file: names of fields, bytes of texts, attributes that are fields. One thread.
 */
final class FileForms {
    private final ArrayFileReader file;
    private final List<String> demos;
    private final TextWidths textWidths;
    private FieldNames names;
    private Map<String, Integer> longAttributes;
    private final Map<String, Boolean> keptNext = new HashMap<>();

    FileForms(ArrayFileReader file, List<String> demos) {
        this.file = file;
        this.demos = demos;
        textWidths = new TextWidths(
                demos.size(), (demo, path) -> TextWidths.at(file, DemoPaths.inData(demos.get(demo)) + "/" + path));
    }

    /** The name of a field for an array; those of all demos are looked at only where one is no name of a field. */
    String name(String array) throws IOException {
        if (FieldNames.isLegal(array)) {
            return array;
        }
        if (names == null) {
            Set<String> all = new HashSet<>();
            for (String demo : demos) {
                FoundArray.below(file, DemoPaths.inData(demo)).forEach(found -> all.add(found.name()));
            }
            names = FieldNames.of(all);
        }
        return names.legal(array);
    }

    /** Bytes of the longest text of an array in all demos. */
    int textBytes(String array) throws IOException {
        return textWidths.bytes(array);
    }

    /** Names of the attributes that are too long in some demo, with the bytes of the longest text. */
    Map<String, Integer> longAttributes() throws IOException {
        if (longAttributes == null) {
            Map<String, Integer> found = new TreeMap<>();
            for (String demo : demos) {
                LongAttributes.addLengths(file.attributes(DemoPaths.inData(demo)), found);
            }
            longAttributes = found;
        }
        return longAttributes;
    }

    /**
     * Whether observations after each action are kept: in some demo they are not the next rows of those before it.
     *
     * @param next path below a demo, {@code current} that of the observations before each action
     */
    boolean isNextKept(String next, String current) throws IOException {
        Boolean known = keptNext.get(next);
        if (known == null) {
            known = false;
            for (int demo = 0; demo < demos.size() && !known; demo++) {
                known = isOther(DemoPaths.inData(demos.get(demo)) + "/", next, current);
            }
            keptNext.put(next, known);
        }
        return known;
    }

    /** One that cannot be read is refused when it is asked for. */
    private boolean isOther(String demo, String next, String current) {
        try {
            Optional<FoundArray> found = FoundArray.at(file, demo + next, next).filter(array -> array.count() > 0);
            return found.isPresent() && !isShifted(found.get(), demo + current);
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether row k is row k + 1 of the other array, for all but the last. */
    private boolean isShifted(FoundArray next, String current) throws IOException {
        long steps = next.count();
        if (file.kind(current) != next.kind() || file.info(current).rows() != steps) {
            return false;
        }
        if (next.kind() == Kind.TEXTS) {
            List<String> after = next.rows().texts();
            return after.subList(0, after.size() - 1)
                    .equals(file.readTexts(current).subList(1, after.size()));
        }
        DatasetInfo info = next.info().orElseThrow();
        DatasetInfo other = file.info(current);
        if (info.dtype() != other.dtype() || !info.rowShape().equals(other.rowShape())) {
            return false;
        }
        long rowBytes = Math.max(1, info.rowElements() * info.dtype().bytes());
        long most = Math.max(1, (1 << 20) / rowBytes);
        for (long row = 0; row < steps - 1; row += most) {
            long end = Math.min(steps - 1, row + most);
            byte[] after = file.readBytes(next.path(), row, end);
            if (!Arrays.equals(after, file.readBytes(current, row + 1, end + 1))) {
                return false;
            }
        }
        return true;
    }
}
