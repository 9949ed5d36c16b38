package io.github.roboreel.dataset.robomimic;

import io.github.roboreel.dataset.FieldNames;
import io.github.roboreel.dataset.FieldSource;
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
 * @param lengths bytes of the fields
 */
record LongAttributes(Map<String, String> texts, Map<String, Object> others, Map<String, Integer> lengths) {
    /** Group of the fields. */
    private static final String GROUP = "initial_attributes/";

    /** All attributes of an episode share 4 kB. */
    private static final int MAX_BYTES = 1024;

    private static final int MAX_FIELD_BYTES = 4 << 20;

    /**
     * Adds the names of texts that are too long, with the bytes of the longest. Names that no field can have are none,
     * nor are attributes of a recording of ours.
     */
    static void addLengths(Map<String, Object> attributes, Map<String, Integer> lengths) {
        attributes.forEach((name, value) -> {
            int bytes = value instanceof String text ? FormatJson.utf8(text).length : 0;
            boolean isLong = lengths.containsKey(name) || bytes > MAX_BYTES && bytes <= MAX_FIELD_BYTES;
            boolean isFree = !RobomimicEpisode.KNOWN.contains(name) && name.indexOf('/') < 0;
            if (isLong && isFree && FieldNames.isLegal(name)) {
                lengths.merge(name, bytes, Math::max);
            }
        });
    }

    /**
     * Divides the attributes of a demo.
     *
     * @param lengths bytes of those that are long in some demo; one that a demo lacks is an empty text
     */
    static LongAttributes of(Map<String, Object> attributes, Map<String, Integer> lengths) {
        Map<String, String> texts = new LinkedHashMap<>();
        Map<String, Object> others = new LinkedHashMap<>(attributes);
        for (String name : lengths.keySet()) {
            Object value = attributes.getOrDefault(name, "");
            boolean isOfBytes = value instanceof String text && FormatJson.utf8(text).length <= lengths.get(name);
            if (isOfBytes) {
                texts.put(name, (String) value);
                others.remove(name);
            }
        }
        return new LongAttributes(texts, others, lengths);
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
                String text = padded.replace("\0", "");
                if (!text.isEmpty()) {
                    texts.put(path.substring(GROUP.length()), text);
                }
            }
        }
        return texts;
    }

    /** The fields. */
    List<FieldSource> arrays(String demo) {
        return texts.entrySet().stream()
                .map(text -> array(demo, text.getKey(), text.getValue()))
                .toList();
    }

    private FieldSource array(String demo, String name, String text) {
        FieldSpec spec = new FieldSpec(
                GROUP + name, DType.TEXT, List.of(lengths.get(name)), "", "", FieldPhase.INITIAL, false, true, true);
        return FieldSource.ofTexts(demo + "@" + name, spec, 0, () -> List.of(text));
    }
}
