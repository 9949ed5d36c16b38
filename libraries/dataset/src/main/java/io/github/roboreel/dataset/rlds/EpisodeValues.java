package io.github.roboreel.dataset.rlds;

import io.github.roboreel.dataset.ImportNotes;
import io.github.roboreel.dataset.Statements;
import io.github.roboreel.dataset.rlds.LeafFeature.Form;
import io.github.roboreel.format.Elements;
import io.github.roboreel.format.FormatJson;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** What a record says of the episode as a whole: its scalars and texts as values, short lists as texts. */
final class EpisodeValues {
    private static final int MAX_LISTED = 512;

    private final RldsRecord episode;
    private final ImportNotes notes;

    EpisodeValues(RldsRecord episode, ImportNotes notes) {
        this.episode = episode;
        this.notes = notes;
    }

    /** Long, Double, Boolean or String by the key of the feature. */
    Map<String, Object> of(List<LeafFeature> features) throws IOException {
        Map<String, Object> values = new LinkedHashMap<>();
        for (LeafFeature feature : features) {
            Rows rows = feature.isStep() ? null : episode.arrays().get(feature.key());
            if (rows != null && isValue(feature)) {
                add(feature, rows, values);
            }
        }
        return values;
    }

    /** Whether it is one value, or a list of some, and no array. */
    static boolean isValue(LeafFeature feature) {
        return feature.form() != Form.PICTURE
                && feature.shape().isEmpty()
                && feature.lengths().size() <= 1;
    }

    private void add(LeafFeature feature, Rows rows, Map<String, Object> values) throws IOException {
        String key = feature.key();
        if (rows.count() > MAX_LISTED) {
            notes.add("'" + key + "' is left out where it lists more than " + MAX_LISTED + " values");
            return;
        }
        List<Object> all = rows.isTexts() ? texts(key, rows) : numbers(rows);
        if (!feature.lengths().isEmpty()) {
            boolean isOfInstructions =
                    rows.isTexts() && Statements.isInstruction(key.substring(key.lastIndexOf('/') + 1));
            values.put(key, isOfInstructions ? FormatJson.text(all) : listed(all));
        } else if (!all.isEmpty()) {
            values.put(key, all.get(0));
        }
    }

    private List<Object> texts(String key, Rows rows) {
        try {
            return new ArrayList<>(rows.texts());
        } catch (IOException e) {
            notes.add("'" + key + "' is left out where " + e.getMessage());
            return List.of();
        }
    }

    private static List<Object> numbers(Rows rows) throws IOException {
        ByteBuffer bytes = Elements.of(rows.read(0, rows.count()));
        List<Object> numbers = new ArrayList<>();
        for (int i = 0; i < bytes.capacity() / rows.dtype().bytes(); i++) {
            numbers.add(value(Elements.get(rows.dtype(), bytes, i)));
        }
        return numbers;
    }

    /** What a Long cannot be is a text. */
    private static Object value(Object number) {
        if (number instanceof Float single) {
            return single.doubleValue();
        }
        return number instanceof BigInteger ? number.toString() : number;
    }

    private static String listed(List<Object> values) {
        StringJoiner list = new StringJoiner(", ", "[", "]");
        values.forEach(value -> list.add(value.toString()));
        return list.toString();
    }
}
