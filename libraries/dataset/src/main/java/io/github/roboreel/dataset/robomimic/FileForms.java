package io.github.roboreel.dataset.robomimic;

import io.github.roboreel.dataset.FieldNames;
import io.github.roboreel.dataset.FoundArray;
import io.github.roboreel.dataset.TextWidths;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
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
}
