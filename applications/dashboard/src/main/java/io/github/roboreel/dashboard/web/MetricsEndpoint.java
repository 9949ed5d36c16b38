package io.github.roboreel.dashboard.web;

import com.fasterxml.jackson.databind.node.MissingNode;
import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.dashboard.api.Route;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * A server of one answer on 127.0.0.1, for those who bear its token: the meters of a process that is no dashboard. It
 * has few threads of its own, all daemons, and answers while no other thread of the process waits for it.
 */
public final class MetricsEndpoint implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final int THREADS = 4;
    private static final int IDLE_MILLIS = 60_000;
    private static final int HEADER_BYTES = 8192;
    private static final String BEARER = "Bearer ";

    private final Server server;
    private final ServerConnector connector;

    private MetricsEndpoint(int port, String token, Route endpoint) {
        QueuedThreadPool threads = new QueuedThreadPool(THREADS, 1);
        threads.setName("roboreel-metrics");
        threads.setDaemon(true);
        threads.setReservedThreads(0);
        server = new Server(threads);
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setRequestHeaderSize(HEADER_BYTES);
        // A connection's earlier field would be taken for one that differs from it in case, as a token may.
        http.setHeaderCacheCaseSensitive(true);
        connector = new ServerConnector(server, 0, 1, new HttpConnectionFactory(http));
        connector.setHost(HOST);
        connector.setPort(port);
        connector.setIdleTimeout(IDLE_MILLIS);
        server.addConnector(connector);
        server.setHandler(new Guarded(token, endpoint));
        server.setStopTimeout(0);
    }

    /**
     * Starts one.
     *
     * @param port where it listens; 0 for any that is free
     * @param token that a request must bear
     * @param endpoint what it answers, at the endpoint's path
     * @throws IOException when it cannot listen there
     */
    public static MetricsEndpoint start(int port, String token, Route endpoint) throws IOException {
        MetricsEndpoint made = new MetricsEndpoint(port, token, endpoint);
        try {
            made.server.start();
            return made;
        } catch (IOException | RuntimeException e) {
            made.close();
            throw e;
        } catch (Exception e) {
            made.close();
            throw new IOException(e);
        }
    }

    /** A token that no one else knows. */
    public static String randomToken() {
        return Token.random().text();
    }

    /** Where it listens. */
    public int port() {
        return connector.getLocalPort();
    }

    /** Ends it; requests under way are not waited for. */
    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Guarded extends Handler.Abstract {
        private final byte[] credentials;
        private final Route endpoint;

        Guarded(String token, Route endpoint) {
            credentials = (BEARER + token).getBytes(StandardCharsets.UTF_8);
            this.endpoint = endpoint;
        }

        @Override
        public boolean handle(org.eclipse.jetty.server.Request request, Response response, Callback callback)
                throws IOException {
            response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
            response.getHeaders().put("X-Content-Type-Options", "nosniff");
            if (!mayPass(request)) {
                response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Bearer");
                return refuse(response, callback, HttpStatus.UNAUTHORIZED_401);
            }
            if (!endpoint.path().equals(request.getHttpURI().getPath())) {
                return refuse(response, callback, HttpStatus.NOT_FOUND_404);
            }
            if (!HttpMethod.GET.is(request.getMethod()) && !HttpMethod.HEAD.is(request.getMethod())) {
                response.getHeaders().put(HttpHeader.ALLOW, "GET, HEAD");
                return refuse(response, callback, HttpStatus.METHOD_NOT_ALLOWED_405);
            }
            String accepted = String.join(", ", request.getHeaders().getValuesList(HttpHeader.ACCEPT));
            Answer answer = endpoint.answer(
                    new Request(Map.of(), Map.of(), Map.of("accept", accepted), MissingNode.getInstance()));
            Answer.Bytes bytes = (Answer.Bytes) answer;
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, bytes.type());
            response.write(true, ByteBuffer.wrap(bytes.bytes()), callback);
            return true;
        }

        private boolean mayPass(org.eclipse.jetty.server.Request request) {
            String given = request.getHeaders().get(HttpHeader.AUTHORIZATION);
            return given != null && MessageDigest.isEqual(credentials, given.getBytes(StandardCharsets.UTF_8));
        }

        private static boolean refuse(Response response, Callback callback, int status) {
            response.setStatus(status);
            callback.succeeded();
            return true;
        }
    }
}
