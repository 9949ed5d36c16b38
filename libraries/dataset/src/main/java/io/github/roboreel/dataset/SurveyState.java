package io.github.roboreel.dataset;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** What surveys have found, on its way between processes of one export: the fields of objects as JSON. */
public final class SurveyState {
    private static final JsonMapper FIELDS = JsonMapper.builder()
            .visibility(PropertyAccessor.GETTER, Visibility.NONE)
            .visibility(PropertyAccessor.IS_GETTER, Visibility.NONE)
            .visibility(PropertyAccessor.SETTER, Visibility.NONE)
            .visibility(PropertyAccessor.FIELD, Visibility.ANY)
            .build();

    private SurveyState() {}

    /** All fields that are not transient. */
    public static JsonNode of(Object survey) {
        return FIELDS.valueToTree(survey);
    }

    /**
     * An object with the fields that {@link #of} gave.
     *
     * @throws IllegalArgumentException when they are not those of the type
     */
    public static <T> T read(JsonNode fields, Class<T> type) {
        try {
            return FIELDS.treeToValue(fields, type);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("what a survey found cannot be read: " + e.getOriginalMessage(), e);
        }
    }
}
