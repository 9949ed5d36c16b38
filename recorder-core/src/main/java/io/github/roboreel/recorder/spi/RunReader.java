package io.github.roboreel.recorder.spi;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Reads one stored run, ours or another recorder's. For one thread at a time. */
public interface RunReader extends Closeable {
    /** Stands for an attribute's text that is damaged where the others can be read. */
    String DAMAGED_TEXT = "text not read, it is damaged";

    /**
     * Attributes of the run.
     *
     * @return value by name; integers as Long, floats as Double, booleans as Boolean, text as String
     */
    Map<String, Object> attributes() throws IOException;

    /** Names of the demos, numbered ones in numerical order. */
    List<String> demoNames() throws IOException;

    /**
     * A demo by name; usable until this reader is closed.
     *
     * @param name one of {@link #demoNames}
     * @throws IOException when there is none, or it cannot be read
     */
    EpisodeReader demo(String name) throws IOException;

    /** Whether a recorder still had the file open when this reader opened it. */
    default boolean isLive() {
        return false;
    }

    /**
     * Bytes of the file that hold nothing any more, which compacting it gives back.
     *
     * @return empty where this reader cannot tell
     * @throws IOException when the file cannot be read
     */
    default OptionalLong deadSpace() throws IOException {
        return OptionalLong.empty();
    }
}
