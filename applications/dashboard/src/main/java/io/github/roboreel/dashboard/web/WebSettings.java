package io.github.roboreel.dashboard.web;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Settings of the server.
 *
 * @param host name or address to listen at
 * @param ports to listen at, the first that is free of them; 0 for any free one
 * @param publicUrl scheme, host and port under which a proxy or tunnel offers it, too; empty for none
 * @param fileFolders real paths of the only folders out of which files are served
 * @param idle after which a connection that makes no progress is closed
 * @param unknown after which a connection that has brought no request with the token is closed
 */
public record WebSettings(
        String host,
        List<Integer> ports,
        Optional<URI> publicUrl,
        List<Path> fileFolders,
        Duration idle,
        Duration unknown) {
    /** How long a connection may make no progress, unless set otherwise. */
    public static final Duration IDLE = Duration.ofSeconds(60);

    /** How long a connection may do without the token, unless set otherwise. */
    public static final Duration UNKNOWN = Duration.ofSeconds(10);
}
