package io.github.roboreel.dashboard.web;

import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers to requests that cannot be answered: one sentence, as a JSON document or, for a browser, as a page. */
final class Problems extends ErrorHandler {
    private static final Logger LOG = LoggerFactory.getLogger(Problems.class);
    private static final String TYPE = "application/problem+json";

    private static final String RETRY_SECONDS = "5";

    private final Headers headers;

    Problems(Headers headers) {
        this.headers = headers;
    }

    /**
     * A problem.
     *
     * @param detail one sentence for the user
     */
    record Problem(int status, String detail) {
        /** What a failure is to the client. */
        static Problem of(Throwable failure) {
            if (failure instanceof Refusal refusal) {
                return new Problem(refusal.status(), refusal.getMessage());
            }
            if (failure instanceof HttpException http) {
                return new Problem(http.getCode(), sentence(http.getCode()));
            }
            if (failure instanceof NoSuchFileException gone) {
                return new Problem(404, gone.getFile() + " is no longer there; reload the page");
            }
            if (failure instanceof AccessDeniedException denied) {
                return new Problem(500, denied.getFile() + " may not be read by this process; change its rights");
            }
            if (failure instanceof RoboReelException known) {
                return new Problem(status(known), known.getMessage());
            }
            if (failure instanceof IOException) {
                return new Problem(500, Sentence.reasonOf(failure));
            }
            LOG.error("a request failed", failure);
            if (failure instanceof LinkageError) {
                return new Problem(
                        500,
                        Sentence.of(
                                "a part of the server cannot be loaded (%s), as after an upgrade or rebuild; start"
                                        + " roboreel serve again",
                                Sentence.reasonOf(failure)));
            }
            return new Problem(500, Sentence.of("the server failed: %s; its log has more", Sentence.reasonOf(failure)));
        }

        private static int status(RoboReelException known) {
            return switch (known.kind()) {
                case BAD_ARGUMENT -> 400;
                case CONFLICT, LOCKED, UNCLOSED -> 409;
                case DISK_FULL -> 507;
                default -> 500;
            };
        }

        private byte[] html() {
            return HtmlPage.saying(HttpStatus.getMessage(status), detail);
        }

        private byte[] json() {
            return WebJson.bytes(new JsonFields()
                    .with("status", status)
                    .with("title", HttpStatus.getMessage(status))
                    .with("detail", detail));
        }
    }

    /** Whether the answer will be looked at, not read by a program. */
    static boolean isForBrowser(Request request) {
        return request.getHeaders().getQualityCSV(HttpHeader.ACCEPT).stream()
                .findFirst()
                .filter(type -> type.startsWith("text/html"))
                .isPresent();
    }

    void write(Request request, Response response, Callback callback, Problem problem) {
        if (response.isCommitted()) {
            callback.failed(new IOException(problem.detail()));
            return;
        }
        response.setStatus(problem.status());
        headers.putInto(response.getHeaders());
        boolean isPage = isForBrowser(request);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, isPage ? HtmlPage.TYPE : TYPE);
        if (problem.status() == HttpStatus.SERVICE_UNAVAILABLE_503) {
            response.getHeaders().put(HttpHeader.RETRY_AFTER, RETRY_SECONDS);
        }
        response.getHeaders().remove(HttpHeader.CONTENT_LENGTH);
        response.write(true, ByteBuffer.wrap(isPage ? problem.html() : problem.json()), callback);
    }

    /** What the server itself refuses. */
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus();
        Object cause = request.getAttribute(ERROR_EXCEPTION);
        boolean isOwn = status == HttpStatus.INTERNAL_SERVER_ERROR_500 && cause instanceof Throwable;
        write(
                request,
                response,
                callback,
                isOwn ? Problem.of((Throwable) cause) : new Problem(status, sentence(status)));
        return true;
    }

    private static String sentence(int status) {
        return switch (status) {
            case 400 -> "the request is malformed; the page never sends such a one";
            case 413 -> "the request is longer than 64 KiB; send less at a time";
            case 431 -> "the request's headers are longer than 8 KiB; delete cookies of this host";
            default -> Sentence.of("the server answered %s (%s)", status, HttpStatus.getMessage(status));
        };
    }
}
