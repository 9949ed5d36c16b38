package io.github.roboreel.recorder.bench.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A browser that shows an episode of the recording that goes on, and of the next one when that begins; on a thread of
 * its own, while another records.
 */
final class LivePage implements AutoCloseable {
    private static final int POLL_MILLIS = 100;
    private static final int REST_SECONDS = 1;
    private static final int SECONDS_NOT_WATCHED = 3;

    private final ServeProcess serve;
    private final Chromium browser;
    private final Tab tab;
    private final int seconds;
    private final FutureTask<Watched> task = new FutureTask<>(this::watch);
    private final Thread thread = new Thread(task, "bench-live-page");

    /**
     * What was seen of the second recording.
     *
     * @param episode its id
     * @param servePercent of a core that the dashboard took
     * @param browserPercent likewise the browser
     */
    record Watched(String episode, double servePercent, double browserPercent) {}

    /** Begins to look for recordings that take so many seconds each. */
    LivePage(ServeProcess serve, Chromium browser, int seconds) throws IOException, InterruptedException {
        this.serve = serve;
        this.browser = browser;
        this.seconds = seconds;
        tab = new Tab(browser).open(serve.entrance());
        tab.await("probe.paint");
        thread.setDaemon(true);
        thread.start();
    }

    private Watched watch() throws IOException, InterruptedException {
        String first = awaitOther("");
        tab.open(address(first));
        String second = awaitOther(first);
        tab.open(address(second));
        TimeUnit.SECONDS.sleep(REST_SECONDS);
        double serveBefore = serve.cpuSeconds();
        double browserBefore = browser.cpuSeconds();
        long begin = System.nanoTime();
        TimeUnit.SECONDS.sleep(Math.max(1, seconds - SECONDS_NOT_WATCHED));
        double elapsed = (System.nanoTime() - begin) / 1e9;
        return new Watched(
                second,
                100 * (serve.cpuSeconds() - serveBefore) / elapsed,
                100 * (browser.cpuSeconds() - browserBefore) / elapsed);
    }

    private String address(String episode) {
        return serve.root() + "#/episode/" + episode;
    }

    /** The first episode that is being recorded, once it is another one. */
    private String awaitOther(String episode) throws InterruptedException {
        while (true) {
            try {
                for (String recording : serve.recordings()) {
                    String live = serve.get("/recordings/" + recording)
                            .json()
                            .at("/live/0")
                            .asText();
                    if (!live.isEmpty() && !live.equals(episode)) {
                        serve.get("/episodes/" + live);
                        return live;
                    }
                }
            } catch (IOException e) {
                // It has been removed, or has only just begun; the next look knows.
                Thread.yield();
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** What was seen, after the second recording. */
    Watched watched() throws IOException, InterruptedException {
        try {
            return task.get(seconds, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("the page did not see the recording while it was made: " + e, e);
        }
    }

    /** Frames in which its plots were drawn, as {@code probe.js} notes them. */
    JsonNode drawn() throws IOException, InterruptedException {
        return tab.evaluate("probe.drawn");
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
