package io.github.roboreel.dashboard.web;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** JSON of answers: names in snake_case, null for what is not finite. For any thread. */
final class WebJson {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .build();

    private WebJson() {}

    /** A document in UTF-8, without blanks, in one line. */
    static byte[] bytes(Object value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = new FiniteGenerator(MAPPER.createGenerator(bytes))) {
            MAPPER.writeValue(json, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** JSON has no NaN and no infinity. */
    private static final class FiniteGenerator extends JsonGeneratorDelegate {
        FiniteGenerator(JsonGenerator json) {
            super(json, false);
        }

        @Override
        public void writeNumber(double value) throws IOException {
            if (Double.isFinite(value)) {
                super.writeNumber(value);
            } else {
                writeNull();
            }
        }

        @Override
        public void writeNumber(float value) throws IOException {
            if (Float.isFinite(value)) {
                super.writeNumber(value);
            } else {
                writeNull();
            }
        }

        @Override
        public void writeArray(double[] values, int offset, int length) throws IOException {
            writeStartArray(values, length);
            for (int i = offset; i < offset + length; i++) {
                writeNumber(values[i]);
            }
            writeEndArray();
        }
    }
}
