package io.github.roboreel.fleet.catalogue;

import java.io.Serializable;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** A row of a catalogue under way. For one thread. */
final class EpisodeRow implements Serializable {
    private static final long serialVersionUID = 1L;

    private final Object[] values = new Object[CatalogueColumn.values().length];

    /** Sets a value; null or an empty optional is none. */
    EpisodeRow set(CatalogueColumn column, Object value) {
        values[column.ordinal()] = plain(value);
        return this;
    }

    private static Object plain(Object value) {
        if (value instanceof Optional<?> optional) {
            return optional.orElse(null);
        }
        if (value instanceof OptionalInt optional) {
            return optional.isPresent() ? (Object) optional.getAsInt() : null;
        }
        if (value instanceof OptionalLong optional) {
            return optional.isPresent() ? (Object) optional.getAsLong() : null;
        }
        if (value instanceof OptionalDouble optional) {
            return optional.isPresent() ? (Object) optional.getAsDouble() : null;
        }
        return value;
    }

    /** A value for each column, in their order. */
    Object[] values() {
        return values.clone();
    }
}
