package io.github.roboreel.recorder.bench.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A page of a browser, with {@code probe.js} in each of its documents. */
final class Tab {
    private static final String PROBE = "probe.js";
    private static final int POLL_MILLIS = 30;
    private static final int MAX_SECONDS = 60;

    private final Chromium browser;
    private final String session;

    Tab(Chromium browser) throws IOException, InterruptedException {
        this.browser = browser;
        String target = browser.ask(null, "Target.createTarget", Map.of("url", "about:blank"))
                .path("targetId")
                .asText();
        session = browser.ask(null, "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .path("sessionId")
                .asText();
        ask("Page.enable", Map.of());
        try (InputStream in = Tab.class.getResourceAsStream(PROBE)) {
            String probe = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            ask("Page.addScriptToEvaluateOnNewDocument", Map.of("source", probe));
        }
    }

    private JsonNode ask(String method, Map<String, ?> parameters) throws IOException, InterruptedException {
        return browser.ask(session, method, parameters);
    }

    /** Loads a page from scratch, whatever was there. */
    Tab open(String address) throws IOException, InterruptedException {
        ask("Page.navigate", Map.of("url", "about:blank"));
        JsonNode answer = ask("Page.navigate", Map.of("url", address));
        if (answer.has("errorText")) {
            throw new IOException(
                    address + " is not shown: " + answer.path("errorText").asText());
        }
        return this;
    }

    /** What an expression in JavaScript gives, as JSON. */
    JsonNode evaluate(String expression) throws IOException, InterruptedException {
        JsonNode answer =
                ask("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
        if (answer.has("exceptionDetails")) {
            throw new IOException("the page failed at " + expression + ": " + answer.path("exceptionDetails"));
        }
        return answer.at("/result/value");
    }

    /** Waits until an expression gives something, and gives it. */
    JsonNode await(String expression) throws IOException, InterruptedException {
        long end = System.nanoTime() + MAX_SECONDS * 1_000_000_000L;
        while (true) {
            JsonNode value = evaluate(expression);
            if (value.isNumber() || value.isContainerNode() || value.asBoolean()) {
                return value;
            }
            if (System.nanoTime() > end) {
                String text = evaluate("document.body.innerText").asText();
                throw new IOException("after " + MAX_SECONDS + " s the page has no " + expression + ": " + text);
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** The mouse, with its left button held: {@code mousePressed}, {@code mouseMoved} or {@code mouseReleased}. */
    void mouse(String type, double x, double y) throws IOException {
        browser.send(
                session,
                "Input.dispatchMouseEvent",
                Map.of("type", type, "x", x, "y", y, "button", "left", "buttons", 1, "clickCount", 1));
    }
}
