package io.github.roboreel.recorder.spi;

import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.RowLayout;
import java.nio.ByteBuffer;

/** One row of a phase as a sink sees it. Valid during the call it is passed to. */
public interface RowView {
    /** Where the fields stand. */
    RowLayout layout();

    /**
     * The row's bytes, little-endian, {@code layout().rowBytes()} of them from index 0. Position and limit are not to
     * be relied on: use absolute access. Must not be written.
     */
    ByteBuffer bytes();

    /** The frame of an image field; call {@link Frame#retain} to keep it beyond the call. */
    Frame frame(Field image);
}
