package io.github.roboreel.dashboard;

import io.github.roboreel.dashboard.api.ExportFormat;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a dashboard shows, and to whom. Immutable.
 *
 * @param folders output folders, or folders that hold some
 * @param host name or address to listen at
 * @param port to listen at, 0 for any free one; empty for {@link #USUAL_PORT}, or any free one where that is taken
 * @param isReadOnly whether nothing can be noted about episodes
 * @param publicUrl scheme, host and port under which a proxy or tunnel offers it, too; empty for none
 * @param cache folder for what would take long to make again; it need not exist, and may be deleted at any time
 * @param tasks folder of task files; empty for what the recordings say
 * @param exports formats for which the page offers command lines
 */
public record DashboardOptions(
        List<Path> folders,
        String host,
        OptionalInt port,
        boolean isReadOnly,
        Optional<URI> publicUrl,
        Path cache,
        Optional<Path> tasks,
        List<ExportFormat> exports) {
    private static final int ANY_PORT = 0;

    /** Copies the lists. */
    public DashboardOptions {
        folders = List.copyOf(folders);
        exports = List.copyOf(exports);
    }

    /** Host that only this machine reaches. */
    public static final String LOOPBACK = "127.0.0.1";

    /** Port of a dashboard that was not given one, so that its address stays the same. */
    public static final int USUAL_PORT = 8420;

    /** Options of a dashboard that only this machine reaches, at any free port. */
    public static DashboardOptions of(List<Path> folders) {
        return new DashboardOptions(
                folders,
                LOOPBACK,
                OptionalInt.of(ANY_PORT),
                false,
                Optional.empty(),
                usualCache(),
                Optional.empty(),
                List.of());
    }

    /** Ports to be tried, in turn. */
    List<Integer> ports() {
        return port.isPresent() ? List.of(port.getAsInt()) : List.of(USUAL_PORT, ANY_PORT);
    }

    /** Where the user's programs keep such things. */
    public static Path usualCache() {
        String given = Objects.requireNonNullElse(System.getenv("XDG_CACHE_HOME"), "");
        // A relative one is to be ignored, by the rules for that variable.
        Path all = given.startsWith("/") ? Path.of(given) : Path.of(System.getProperty("user.home"), ".cache");
        return all.resolve("roboreel");
    }
}
