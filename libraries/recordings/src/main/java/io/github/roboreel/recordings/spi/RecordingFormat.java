package io.github.roboreel.recordings.spi;

import io.github.roboreel.format.names.NamedProviders;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;

/**
 * A format in which recorded episodes are stored. Found by {@link ServiceLoader}; any thread may use it.
 * Implementations load nothing until they are asked to open something.
 */
public interface RecordingFormat {
    /** Name for people, for example {@code minari}. */
    String name();

    /** What a place of this format looks like, for messages: {@code an output folder with <ENV>/run_<i>.hdf5}. */
    String description();

    /**
     * Whether a file or folder looks like one of this format, by its name, names in it or its first bytes; a damaged
     * one still does.
     */
    boolean recognises(Path place);

    /**
     * Finds its episodes.
     *
     * @throws IOException when it cannot be read
     * @throws RuntimeException of {@link io.github.roboreel.format.fault.Fault} when it is refused
     */
    EpisodeCatalogue open(Path place) throws IOException;

    /**
     * All formats on the class path and in the plug-ins.
     *
     * @throws io.github.roboreel.format.fault.RoboReelException of kind BAD_ARGUMENT, when two have the same name
     */
    static List<RecordingFormat> all() {
        return NamedProviders.all(RecordingFormat.class, RecordingFormat::name);
    }
}
