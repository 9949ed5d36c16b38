package io.github.roboreel.dataset.robomimic;

import io.github.roboreel.dataset.FieldSource;
import io.github.roboreel.dataset.FieldSource.Storage;
import io.github.roboreel.dataset.ForeignRows;
import io.github.roboreel.dataset.RowBlocks;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Attributes of a demo that are too long for an episode's, such as the XML of robosuite's model: each is a text field
 * given once, {@code initial_attributes/<name>}, which an export turns back into an attribute.
 *
 * @param texts the long ones
 * @param others all the rest
 */
record LongAttributes(Map<String, String> texts, Map<String, Object> others) {
    /** Group of the fields. */
    private static final String GROUP = "initial_attributes/";

    /** All attributes of an episode share 4 kB. */
    private static final int MAX_BYTES = 1024;

    private static final int MAX_FIELD_BYTES = 4 << 20;

    /** Divides attributes. Names that no field can have stay with the others. */
    static LongAttributes of(Map<String, Object> attributes) {
        Map<String, String> texts = new LinkedHashMap<>();
        Map<String, Object> others = new LinkedHashMap<>();
        attributes.forEach((name, value) -> {
            int bytes = value instanceof String text ? FormatJson.utf8(text).length : 0;
            if (bytes > MAX_BYTES && bytes <= MAX_FIELD_BYTES && name.matches("[A-Za-z0-9_.-]+")) {
                texts.put(name, (String) value);
            } else {
                others.put(name, value);
            }
        });
        return new LongAttributes(texts, others);
    }

    /** Whether a field is an attribute in a robomimic file. */
    static boolean isOne(String path) {
        return path.startsWith(GROUP);
    }

    /** Those of a recorded episode, by name. */
    static Map<String, String> recorded(EpisodeReader episode) throws IOException {
        Map<String, String> texts = new LinkedHashMap<>();
        for (String path : episode.paths()) {
            if (isOne(path) && episode.info(path).dtype().isText()) {
                String padded = new String(RowBlocks.last(episode, path), StandardCharsets.UTF_8);
                texts.put(path.substring(GROUP.length()), padded.replace("\0", ""));
            }
        }
        return texts;
    }

    /** The fields. */
    List<FieldSource> arrays(String demo) {
        return texts.entrySet().stream()
                .map(text -> array(demo + "@" + text.getKey(), GROUP + text.getKey(), text.getValue()))
                .toList();
    }

    private static FieldSource array(String from, String path, String text) {
        FieldSpec spec = new FieldSpec(
                path, DType.TEXT, List.of(FormatJson.utf8(text).length), "", "", FieldPhase.INITIAL, false, true, true);
        return new FieldSource(from, spec, 0, Storage.TEXTS, DType.TEXT, new OneText(text));
    }

    /** One row. */
    private record OneText(String text) implements ForeignRows {
        @Override
        public byte[] numbers(long from, long to) throws IOException {
            throw new IOException("it holds no numbers");
        }

        @Override
        public List<String> texts() {
            return List.of(text);
        }
    }
}
