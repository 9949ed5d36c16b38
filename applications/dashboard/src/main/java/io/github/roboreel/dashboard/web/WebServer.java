package io.github.roboreel.dashboard.web;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The server of the page. With its token a client reads everything in the served folders, without it nothing.
 * Thread-safe.
 */
public final class WebServer implements AutoCloseable {
    private static final int MAX_THREADS = SlowAnswers.MAX_TURNS + SlowAnswers.MAX_WAITING + 10;
    private static final int MAX_HEADER = 8 << 10;

    private final Server server;
    private final ServerConnector connector;
    private final EventClients events;
    private final Token token;
    private final String name;

    private WebServer(Server server, ServerConnector connector, EventClients events, Token token, String name) {
        this.server = server;
        this.connector = connector;
        this.events = events;
        this.token = token;
        this.name = name;
    }

    /** Is notified of each request that was answered. Called by many threads at a time. */
    @FunctionalInterface
    public interface Observer {
        /**
         * A request was answered.
         *
         * @param status of HTTP
         * @param duration from its headers to its last byte
         */
        void answered(int status, Duration duration);
    }

    /**
     * Starts it.
     *
     * @param observer notified of all requests but streams of events
     * @throws RoboReelException in one sentence, when the host is unknown or the port taken
     */
    public static WebServer start(WebSettings settings, Routes routes, Observer observer) {
        InetAddress address = address(settings.host());
        QueuedThreadPool threads = new QueuedThreadPool(MAX_THREADS, 2);
        threads.setName("roboreel-web");
        threads.setDaemon(true);
        Server server = new Server(threads);
        ServerConnector connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(configuration()));
        connector.setHost(address.getHostAddress());
        connector.setIdleTimeout(settings.idle().toMillis());
        server.addConnector(connector);
        UnknownConnections unknown = new UnknownConnections(server.getScheduler(), settings.unknown());
        connector.addBean(unknown);
        open(connector, settings);
        try {
            EventClients events = new EventClients(server.getScheduler());
            Token token = Token.random();
            Assets assets = new Assets();
            Headers headers = new Headers(assets.importMapHash());
            Problems problems = new Problems(headers);
            Origins origins = Origins.of(settings.host(), address, connector.getLocalPort(), settings.publicUrl());
            server.setErrorHandler(problems);
            server.setHandler(new PageHandler(
                    new Gate(token, origins, connector.getLocalPort()),
                    unknown,
                    headers,
                    problems,
                    assets,
                    new Router(routes),
                    new AnswerWriter(settings.fileFolders()),
                    events,
                    observer));
            server.start();
            events.start();
            return new WebServer(server, connector, events, token, Origins.nameOf(settings.host(), address));
        } catch (Exception e) {
            connector.close();
            throw new RoboReelException(
                    Kind.FAILED, Sentence.of("the dashboard cannot start: %s", Sentence.reasonOf(e)), e);
        }
    }

    private static InetAddress address(String host) {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw RoboReelException.badArgument("the host %s is unknown; give a name or address of this machine", host);
        }
    }

    private static void open(ServerConnector connector, WebSettings settings) {
        IOException failure = null;
        for (int port : settings.ports()) {
            try {
                connector.setPort(port);
                connector.open();
                return;
            } catch (IOException e) {
                failure = e;
            }
        }
        throw new RoboReelException(
                Kind.BAD_ARGUMENT,
                Sentence.of(
                        "cannot listen at %s, port %s: %s; choose another host or port",
                        settings.host(), connector.getPort(), reason(failure)),
                failure);
    }

    private static String reason(IOException e) {
        return Sentence.reasonOf(e.getCause() == null ? e : e.getCause());
    }

    private static HttpConfiguration configuration() {
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setSendServerVersion(false);
        configuration.setSendXPoweredBy(false);
        configuration.setRequestHeaderSize(MAX_HEADER);
        configuration.setRelativeRedirectAllowed(true);
        // A field that a connection brought before would be taken for one that differs from it in case, as a token may.
        configuration.setHeaderCacheCaseSensitive(true);
        return configuration;
    }

    /** Address and port that it listens at. */
    public InetSocketAddress address() {
        return new InetSocketAddress(connector.getHost(), connector.getLocalPort());
    }

    /** Address of the page, without token. */
    public String url() {
        return "http://" + name + ":" + connector.getLocalPort() + "/";
    }

    /** The secret that admits a client. */
    public String token() {
        return token.text();
    }

    /** How many clients listen to events. */
    public int clients() {
        return events.count();
    }

    @Override
    public void close() {
        events.close();
        try {
            server.stop();
        } catch (Exception e) {
            throw new RoboReelException(
                    Kind.FAILED, Sentence.of("the dashboard did not stop in order: %s", Sentence.reasonOf(e)), e);
        }
    }
}
