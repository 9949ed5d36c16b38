package io.github.roboreel.dashboard.web;

import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.Route;
import io.github.roboreel.dashboard.live.EventStream;
import io.github.roboreel.dashboard.web.Problems.Problem;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** The way of a request: the gate, then the page's files, endpoints or streams of events. */
final class PageHandler extends Handler.Abstract {
    private static final String HEALTH = "/health";
    private static final String TOKEN = "token";

    /** What is below is asked for by the page or by programs, never as a page. */
    private static final Pattern NO_PAGE = Pattern.compile("/(api|assets|webjars)(/.*)?");

    /** No path of ours has another character; an encoded one least of all, and none leads upwards. */
    private static final Pattern PATH = Pattern.compile("(/(?!\\.{1,2}(/|$))[A-Za-z0-9._@-]*)+");

    private final Gate gate;
    private final UnknownConnections unknown;
    private final Headers headers;
    private final Problems problems;
    private final Assets assets;
    private final Router router;
    private final AnswerWriter answers;
    private final EventClients events;
    private final WebServer.Observer observer;
    private final SlowAnswers slow = new SlowAnswers();

    PageHandler(
            Gate gate,
            UnknownConnections unknown,
            Headers headers,
            Problems problems,
            Assets assets,
            Router router,
            AnswerWriter answers,
            EventClients events,
            WebServer.Observer observer) {
        this.gate = gate;
        this.unknown = unknown;
        this.headers = headers;
        this.problems = problems;
        this.assets = assets;
        this.router = router;
        this.answers = answers;
        this.events = events;
        this.observer = observer;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        Request.addCompletionListener(request, failure -> observe(request, response));
        try {
            headers.putInto(response.getHeaders());
            letIn(request, response, callback);
        } catch (IOException | RuntimeException | LinkageError | StackOverflowError | OutOfMemoryError e) {
            response.getHeaders().clear();
            problems.write(request, response, callback, Problem.of(e));
        }
        return true;
    }

    private void observe(Request request, Response response) {
        if (!EventClients.TYPE.equals(response.getHeaders().get(HttpHeader.CONTENT_TYPE))) {
            observer.answered(response.getStatus(), Duration.ofNanos(System.nanoTime() - request.getHeadersNanoTime()));
        }
    }

    private void letIn(Request request, Response response, Callback callback) throws IOException {
        Optional<Problem> foreign = gate.foreign(request);
        if (foreign.isPresent()) {
            problems.write(request, response, callback, foreign.get());
            return;
        }
        String path = request.getHttpURI().getPath();
        if (path == null || !PATH.matcher(path).matches()) {
            problems.write(request, response, callback, nothingAt());
        } else if (path.equals(HEALTH)) {
            response.write(true, ByteBuffer.allocate(0), callback);
        } else if (RequestReader.parameters(request).containsKey(TOKEN)
                && (path.equals(Assets.INDEX) || isForPage(request, path))) {
            exchange(request, response, callback, path);
        } else if (gate.isFollowedFromElsewhere(request) && isLinkToPage(request, path)) {
            // The browser keeps the cookie back from such a link, and sends it when this page leads on.
            leadOn(response, callback, addressOfPage(path, request.getHttpURI().getQuery()));
        } else {
            Optional<Problem> refusal = gate.refusal(request);
            if (refusal.isPresent()) {
                problems.write(request, response, callback, refusal.get());
            } else {
                unknown.hasToken(request);
                answer(request, response, callback, path);
            }
        }
    }

    /** Whether a browser asks for something to show, and not a part of a page. */
    private static boolean isForPage(Request request, String path) {
        return request.getMethod().equals("GET")
                && Problems.isForBrowser(request)
                && !NO_PAGE.matcher(path).matches();
    }

    /** Whether a browser was led here by a link that leaves out the # before the name of a page. */
    private boolean isLinkToPage(Request request, String path) throws IOException {
        return isForPage(request, path)
                && assets.find(path).isEmpty()
                && router.methods(path).isEmpty();
    }

    /** The token leaves the address before a page, a log or a history keeps it. */
    private void exchange(Request request, Response response, Callback callback, String path) throws IOException {
        List<String> given = RequestReader.parameters(request).get(TOKEN);
        if (given.size() != 1 || !gate.matches(given.get(0))) {
            problems.write(
                    request,
                    response,
                    callback,
                    new Problem(
                            401,
                            "this token is not, or no longer, the right one; open the newest address that"
                                    + " roboreel serve printed"));
            return;
        }
        unknown.hasToken(request);
        Response.putCookie(response, gate.cookie(request));
        String page = addressOfPage(path, request.getHttpURI().getQuery());
        if (gate.isFollowedFromElsewhere(request)) {
            leadOn(response, callback, page);
        } else {
            redirect(response, callback, page);
        }
    }

    private static void leadOn(Response response, Callback callback, String page) {
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, HtmlPage.TYPE);
        response.write(true, ByteBuffer.wrap(HtmlPage.onward(page)), callback);
    }

    private static void redirect(Response response, Callback callback, String page) {
        response.setStatus(302);
        response.getHeaders().put(HttpHeader.LOCATION, page);
        response.write(true, ByteBuffer.allocate(0), callback);
    }

    /** Where the page that a path and a query name is shown, without the token. */
    private static String addressOfPage(String path, String query) {
        String kept = Stream.of((query == null ? "" : query).split("&"))
                .filter(each -> !each.isEmpty() && !isToken(each))
                .collect(Collectors.joining("&"));
        String page = path.equals(Assets.INDEX) ? path : "/#" + path;
        return path.equals(Assets.INDEX) || kept.isEmpty() ? page : page + "?" + kept;
    }

    private static boolean isToken(String parameter) {
        return URLDecoder.decode(parameter.split("=", 2)[0], StandardCharsets.UTF_8)
                .equals(TOKEN);
    }

    private void answer(Request request, Response response, Callback callback, String path) throws IOException {
        String method = request.getMethod();
        boolean isReading = method.equals("GET") || method.equals("HEAD");
        Optional<Assets.Asset> asset = assets.find(path);
        Optional<Router.Match> match = router.match(method, path);
        if (asset.isPresent() && isReading) {
            answers.write(request, response, callback, asset.get());
        } else if (match.isPresent()) {
            answer(request, response, callback, match.get());
        } else if (isLinkToPage(request, path)) {
            redirect(
                    response, callback, addressOfPage(path, request.getHttpURI().getQuery()));
        } else {
            List<String> methods = asset.isPresent() ? List.of("GET", "HEAD") : router.methods(path);
            if (!methods.isEmpty()) {
                response.getHeaders().put(HttpHeader.ALLOW, String.join(", ", methods));
            }
            problems.write(request, response, callback, methods.isEmpty() ? nothingAt() : notThat(method, methods));
        }
    }

    private void answer(Request request, Response response, Callback callback, Router.Match match) throws IOException {
        if (match.target() instanceof Route endpoint) {
            answer(request, response, callback, endpoint, match);
        } else {
            events.open((EventStream) match.target(), match.ids(), request, response, callback);
        }
    }

    private void answer(Request request, Response response, Callback callback, Route endpoint, Router.Match match)
            throws IOException {
        if (endpoint.mayWait()) {
            slow.run(() -> answers.write(
                    request, response, callback, endpoint.answer(RequestReader.read(request, match.ids(), endpoint))));
            return;
        }
        Answer answer = endpoint.answer(RequestReader.read(request, match.ids(), endpoint));
        if (answer instanceof Answer.Stream) {
            slow.run(() -> answers.write(request, response, callback, answer));
        } else {
            answers.write(request, response, callback, answer);
        }
    }

    private static Problem nothingAt() {
        return new Problem(404, "there is nothing at this address; go back to the list of recordings");
    }

    private static Problem notThat(String method, List<String> methods) {
        return new Problem(405, method + " is not possible at this address; it takes " + String.join(", ", methods));
    }
}
