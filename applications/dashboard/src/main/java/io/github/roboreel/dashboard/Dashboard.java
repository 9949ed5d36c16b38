package io.github.roboreel.dashboard;

import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.Route;
import io.github.roboreel.dashboard.web.WebServer;
import io.github.roboreel.dashboard.web.WebSettings;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.format.fault.Undo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A web page that shows what was recorded into some folders, and what is being recorded. It runs in threads of its own
 * from its opening until it is closed, and changes no file but notes about episodes. Thread-safe.
 */
public final class Dashboard implements AutoCloseable {
    private final Parts parts;
    private final WebServer server;

    private Dashboard(Parts parts, WebServer server) {
        this.parts = parts;
        this.server = server;
    }

    /**
     * Opens a dashboard.
     *
     * @throws RoboReelException in one sentence, when a folder is none or the port is taken
     */
    public static Dashboard open(DashboardOptions options) {
        List<Path> folders = options.folders().stream().map(Dashboard::real).toList();
        WebSettings settings = new WebSettings(
                options.host(), options.ports(), options.publicUrl(), folders, WebSettings.IDLE, WebSettings.UNKNOWN);
        Parts parts = Parts.open(folders, options);
        try {
            WebServer server = WebServer.start(
                    settings,
                    parts.routes(new Route("/me", r -> me(folders, options.isReadOnly())), options),
                    parts.meters()::answered);
            parts.meters().showClients(server::clients);
            return new Dashboard(parts, server);
        } catch (RuntimeException e) {
            Undo.after(e, parts::close);
            throw e;
        }
    }

    private static Path real(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw RoboReelException.badArgument("there is no folder %s; give one that exists", folder);
        }
        try {
            return folder.toRealPath();
        } catch (IOException e) {
            throw new RoboReelException(Kind.IO, Sentence.of("%s cannot be read: %s", folder, Sentence.reasonOf(e)), e);
        }
    }

    /** Address of the page with the token, which lets in anyone who opens it. */
    public String url() {
        return server.url() + "?token=" + server.token();
    }

    /** The secret in {@link #url}, which programs send as {@code Authorization: Bearer}. */
    public String token() {
        return server.token();
    }

    /** Port that it listens at. */
    public int port() {
        return server.address().getPort();
    }

    @Override
    public void close() {
        try (parts) {
            server.close();
        }
    }

    /** What the page is to know about the server. */
    private static Answer me(List<Path> folders, boolean isReadOnly) {
        return new Answer.Json(new JsonFields()
                .with("version", Dashboard.class.getPackage().getImplementationVersion())
                .with("read_only", isReadOnly)
                .with("folders", folders.stream().map(Dashboard::name).toList()));
    }

    private static String name(Path folder) {
        return folder.getFileName() == null ? "/" : folder.getFileName().toString();
    }
}
