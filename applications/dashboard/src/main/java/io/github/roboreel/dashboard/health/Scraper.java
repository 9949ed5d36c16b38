package io.github.roboreel.dashboard.health;

import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Client of recorders' endpoints: this machine only, past any proxy, for a limited time and a limited answer. */
final class Scraper implements AutoCloseable {
    private static final int MAX_BYTES = 4 << 20;

    private final ExecutorService threads = Executors.newCachedThreadPool(Scraper::thread);
    private final Duration longest;
    private final HttpClient client;

    /** @param longest how long it waits for an answer */
    Scraper(Duration longest) {
        this.longest = longest;
        client = HttpClient.newBuilder()
                .proxy(HttpClient.Builder.NO_PROXY)
                .followRedirects(HttpClient.Redirect.NEVER)
                .version(Version.HTTP_1_1)
                .connectTimeout(longest)
                .executor(threads)
                .build();
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "roboreel-health");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Asks once.
     *
     * @throws java.net.ConnectException when nothing listens there
     * @throws IOException when it answers something else, or not in time
     */
    Look look(MetricsAddress address) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(address.uri())
                .header("Authorization", "Bearer " + address.token())
                .header("Accept", "text/plain; version=0.0.4")
                .timeout(longest)
                .build();
        Body body = new Body();
        CompletableFuture<HttpResponse<Void>> asked =
                client.sendAsync(request, BodyHandlers.ofByteArrayConsumer(chunk -> chunk.ifPresent(body::add)));
        HttpResponse<Void> response = answer(asked);
        if (response.statusCode() != 200) {
            throw new IOException("it answered with status " + response.statusCode());
        }
        return new Look(PrometheusSamples.of(body.text()), System.nanoTime());
    }

    private HttpResponse<Void> answer(CompletableFuture<HttpResponse<Void>> asked) throws IOException {
        try {
            return asked.get(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new IOException(Sentence.of("no whole answer within %d s", longest.toSeconds()), e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        } finally {
            asked.cancel(true);
        }
    }

    /** Does not wait. */
    @Override
    public void close() {
        threads.shutdownNow();
    }

    /** An answer as it comes in, filled by one thread at a time. */
    private static final class Body {
        private final java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();

        void add(byte[] chunk) {
            if (bytes.size() + chunk.length > MAX_BYTES) {
                throw new IllegalStateException("the answer has more than " + MAX_BYTES + " bytes");
            }
            bytes.writeBytes(chunk);
        }

        String text() {
            return bytes.toString(StandardCharsets.UTF_8);
        }
    }
}
