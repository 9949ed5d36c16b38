package io.github.roboreel.systemtests.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.TimeoutError;
import com.microsoft.playwright.options.ColorScheme;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** A page in a profile of its own, and what it did that it must not do. */
final class Tab {
    /** Of a process that is dead: nothing that works takes so long. */
    static final double LIMIT_MS = 60_000;

    private final BrowserContext context;
    private final Page page;
    private final List<String> complaints = new ArrayList<>();
    private String host = "";

    Tab(Browser browser) {
        context = browser.newContext(new Browser.NewContextOptions().setViewportSize(1440, 900));
        context.setDefaultTimeout(LIMIT_MS);
        page = context.newPage();
        page.onConsoleMessage(message ->
                complaints.add("console: " + message.type() + ": " + message.text() + " " + message.location()));
        page.onDialog(dialog -> {
            complaints.add("dialog: " + dialog.message());
            dialog.dismiss();
        });
        page.onPageError(error -> complaints.add("error: " + error));
        page.onRequest(request -> {
            URI uri = URI.create(request.url());
            boolean isOwn =
                    uri.getScheme().equals("data") || uri.getScheme().equals("blob") || host.equals(uri.getAuthority());
            if (!isOwn) {
                complaints.add("request: " + request.url());
            }
        });
    }

    Page page() {
        return page;
    }

    /** Opens the printed address, then a page of it. */
    Tab open(Serving serving, String hash) {
        host = URI.create(serving.address()).getAuthority();
        page.navigate(serving.address());
        page.waitForURL(url -> !url.contains("token"));
        return go(serving, hash);
    }

    /** Opens a link to a path of the server. */
    Tab openLink(Serving serving, String path) {
        host = URI.create(serving.address()).getAuthority();
        page.navigate(serving.root() + path);
        return shown();
    }

    /** Loads a page of the server that has let this tab in; the page before is gone, so that nothing of it is seen. */
    Tab go(Serving serving, String hash) {
        page.navigate("about:blank");
        page.navigate(serving.root() + hash);
        shown();
        return this;
    }

    /** Waits until the page shows its heading and nothing that is still to come. */
    Tab shown() {
        try {
            page.waitForSelector("main h1");
            page.waitForFunction("() => !document.querySelector('main [aria-busy=\"true\"]')");
            return this;
        } catch (TimeoutError e) {
            throw new AssertionError(page.url() + " is not shown: " + page.innerHTML("body") + complaints, e);
        }
    }

    /** What sticks out of the page at the right and is not cut or scrolled by something that does not. */
    List<?> stickingOut() {
        return (List<?>) page.evaluate("""
                () => {
                  const isOut = (node) => node.getBoundingClientRect().right > innerWidth + 1;
                  const isCut = (node) => {
                    for (let at = node.parentElement; at && at !== document.body; at = at.parentElement) {
                      if (getComputedStyle(at).overflowX !== "visible" && !isOut(at)) return true;
                    }
                    return false;
                  };
                  return [...document.querySelectorAll("body *")]
                    .filter((node) => node.checkVisibility({ visibilityProperty: true }) && isOut(node) && !isCut(node))
                    .map((node) => node.outerHTML.slice(0, 160));
                }""");
    }

    Tab width(int pixels) {
        page.setViewportSize(pixels, 900);
        return this;
    }

    Tab scheme(ColorScheme scheme) {
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
        return this;
    }

    /** All text that is on the page. */
    String text() {
        return page.innerText("body");
    }

    /** Waits until the page shows a text. */
    void awaitText(String text) {
        try {
            await("text => document.body.innerText.includes(text)", text);
        } catch (TimeoutError e) {
            throw new AssertionError(page.url() + " does not show " + text + ": " + text(), e);
        }
    }

    /** Waits until a condition in JavaScript holds. */
    void await(String condition, Object argument) {
        page.waitForFunction(condition, argument);
    }

    /** Forgets complaints, which the test has looked at or caused. */
    List<String> takeComplaints() {
        List<String> taken = List.copyOf(complaints);
        complaints.clear();
        return taken;
    }

    void requireQuiet() {
        assertEquals(List.of(), complaints);
    }

    void close() {
        context.close();
    }
}
