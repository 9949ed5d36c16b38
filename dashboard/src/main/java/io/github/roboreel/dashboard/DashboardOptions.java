package io.github.roboreel.dashboard;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a dashboard shows, and to whom. Immutable.
 *
 * @param folders output folders, or folders that hold some
 * @param host name or address to listen at
 * @param port to listen at; 0 for any free one
 * @param isReadOnly whether nothing can be noted about episodes
 * @param publicUrl scheme, host and port under which a proxy or tunnel offers it, too; empty for none
 * @param tasks folder of task files; empty for what the recordings tell
 */
public record DashboardOptions(
        List<Path> folders, String host, int port, boolean isReadOnly, Optional<URI> publicUrl, Optional<Path> tasks) {
    /** Host that only this machine reaches. */
    public static final String LOOPBACK = "127.0.0.1";

    /** Options of a dashboard that only this machine reaches, at any free port. */
    public static DashboardOptions of(List<Path> folders) {
        return new DashboardOptions(List.copyOf(folders), LOOPBACK, 0, false, Optional.empty(), Optional.empty());
    }
}
