package io.github.roboreel.recorder.files;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;

/** JSON has no NaN and no infinity: they are written as null. */
public final class FiniteNumbers extends JsonSerializer<Number> {
    private FiniteNumbers() {}

    static Module module() {
        return new SimpleModule()
                .addSerializer(Double.class, new FiniteNumbers())
                .addSerializer(Float.class, new FiniteNumbers());
    }

    @Override
    public void serialize(Number value, JsonGenerator json, SerializerProvider provider) throws IOException {
        if (!Double.isFinite(value.doubleValue())) {
            json.writeNull();
        } else if (value instanceof Float) {
            json.writeNumber(value.floatValue());
        } else {
            json.writeNumber(value.doubleValue());
        }
    }
}
