package io.github.roboreel.fleet.catalogue;

import io.github.roboreel.recordings.folder.EpisodeLine;
import io.github.roboreel.recordings.folder.LineColumn;
import java.io.Serializable;

/** A row of a catalogue under way. For one thread. */
final class EpisodeRow implements Serializable {
    private static final long serialVersionUID = 1L;

    private final Object[] values = new Object[CatalogueColumn.values().length];

    /** Sets a value; null or an empty optional is none. */
    EpisodeRow set(CatalogueColumn column, Object value) {
        values[column.ordinal()] = LineColumn.plain(value);
        return this;
    }

    /** Sets all that is the line's. */
    EpisodeRow setLine(EpisodeLine line) {
        for (CatalogueColumn column : CatalogueColumn.values()) {
            column.ofLine().ifPresent(field -> set(column, field.value(line)));
        }
        return this;
    }

    /** A value for each column, in their order. */
    Object[] values() {
        return values.clone();
    }
}
