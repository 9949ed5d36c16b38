package io.github.roboreel.recorder.bench.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A browser that shows an episode of the recording in progress, and of the next one when that begins; on a thread of
 * its own, while another records.
 */
final class LivePage implements AutoCloseable {
    private static final int POLL_MILLIS = 100;
    private static final int MAX_END_SECONDS = 30;

    private final ServeProcess serve;
    private final Chromium browser;
    private final Tab tab;
    private final Set<String> seen = new HashSet<>();
    private final FutureTask<Watched> task = new FutureTask<>(this::watch);
    private final Thread thread = new Thread(task, "bench-live-page");

    /**
     * What was seen of a recording, from when its page was opened.
     *
     * @param episode its id
     * @param servePercent of a core that the dashboard took
     * @param browserPercent likewise the browser
     */
    record Watched(String episode, double servePercent, double browserPercent) {}

    /** Begins to look for recordings. */
    LivePage(ServeProcess serve, Chromium browser) throws IOException, InterruptedException {
        this.serve = serve;
        this.browser = browser;
        tab = new Tab(browser).open(serve.entrance());
        tab.await("probe.paint");
        thread.setDaemon(true);
        thread.start();
    }

    private Watched watch() throws IOException {
        String episode = "";
        double serveBefore = 0;
        double browserBefore = 0;
        long begin = 0;
        try {
            while (true) {
                episode = awaitNext();
                tab.open(address(episode));
                serveBefore = serve.cpuSeconds();
                browserBefore = browser.cpuSeconds();
                begin = System.nanoTime();
            }
        } catch (InterruptedException e) {
            double elapsed = (System.nanoTime() - begin) / 1e9;
            return new Watched(
                    episode,
                    100 * (serve.cpuSeconds() - serveBefore) / elapsed,
                    100 * (browser.cpuSeconds() - browserBefore) / elapsed);
        }
    }

    private String address(String episode) {
        return serve.root() + "#/episode/" + episode;
    }

    /** The first episode of a recording that was not seen yet. */
    private String awaitNext() throws IOException, InterruptedException {
        while (true) {
            for (String recording : serve.recordings()) {
                String live = seen.contains(recording) ? "" : live(recording);
                if (!live.isEmpty()) {
                    seen.add(recording);
                    return live;
                }
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** The first episode of a recording in progress, once it can be shown; empty for none. */
    private String live(String recording) throws InterruptedException {
        try {
            String live =
                    serve.get("/recordings/" + recording).json().at("/live/0").asText();
            if (!live.isEmpty()) {
                serve.get("/episodes/" + live);
            }
            return live;
        } catch (IOException e) {
            // It has been removed, or has only just begun; a later look knows.
            return "";
        }
    }

    /** What was seen of the recording that began last; nothing that begins later is. */
    Watched watched() throws IOException, InterruptedException {
        thread.interrupt();
        try {
            Watched watched = task.get(MAX_END_SECONDS, TimeUnit.SECONDS);
            if (watched.episode().isEmpty()) {
                throw new IOException("the page saw no recording while it was made");
            }
            return watched;
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("the page did not see the recording: " + e, e);
        }
    }

    /** Frames in which its plots were drawn, as {@code probe.js} notes them. */
    JsonNode drawn() throws IOException, InterruptedException {
        return tab.evaluate("probe.drawn");
    }

    /** What can be read on it. */
    String text() throws IOException, InterruptedException {
        return tab.evaluate("document.body.innerText").asText();
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
