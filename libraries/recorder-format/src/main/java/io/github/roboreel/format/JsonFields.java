package io.github.roboreel.format;

import java.util.LinkedHashMap;

/** Fields of a JSON object, in the order in which they are added; null is a value. For one thread. */
public final class JsonFields extends LinkedHashMap<String, Object> {
    private static final long serialVersionUID = 1L;

    /** Without fields yet. */
    public JsonFields() {
        super();
    }

    /** Adds a field. */
    public JsonFields with(String name, Object value) {
        put(name, value);
        return this;
    }
}
