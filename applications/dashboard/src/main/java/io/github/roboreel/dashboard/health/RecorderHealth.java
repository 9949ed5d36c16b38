package io.github.roboreel.dashboard.health;

import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.api.Route;
import io.github.roboreel.dashboard.health.Health.Status;
import io.github.roboreel.dashboard.index.Recording;
import io.github.roboreel.dashboard.index.ServedRecordings;
import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * How recorders fare, asked of their endpoints, each at most once a second however many people look. Thread-safe; a
 * call waits up to some seconds for a recorder that does not answer.
 */
public final class RecorderHealth implements AutoCloseable {
    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final String NO_ENDPOINT =
            "this recorder does not say how it fares; record with --metrics-port 0 or --dashboard";
    private static final String DEAD = "its process has ended without closing the recording";

    private static final Duration MAX_WAIT = Duration.ofSeconds(2);

    private final Scraper scraper;
    private final Map<String, Watched> watched = new ConcurrentHashMap<>();

    /** Waits for an answer as long as a page may wait for it. */
    public RecorderHealth() {
        this(MAX_WAIT);
    }

    /** @param longest how long it waits for an answer */
    RecorderHealth(Duration longest) {
        scraper = new Scraper(longest);
    }

    /** How the recorder of a recording fares; why that is not known, if it is not. */
    public Health of(Recording recording) {
        try {
            Optional<MetricsAddress> address = MetricsAddress.read(recording.path());
            if (address.isPresent() && address.get().isAlive()) {
                return watched.computeIfAbsent(recording.id(), id -> new Watched(recording))
                        .health(address.get());
            }
            watched.remove(recording.id());
            return address.isPresent()
                    ? Health.without(recording.id(), Status.DEAD, DEAD)
                    : Health.without(recording.id(), Status.NO_ENDPOINT, NO_ENDPOINT);
        } catch (IOException e) {
            return Health.without(recording.id(), Status.NO_ENDPOINT, Sentence.reasonOf(e));
        }
    }

    /** {@code /live/health/{recording}}: a {@link Health}. */
    public Route endpoint(ServedRecordings recordings) {
        return new Route(
                "/live/health/{recording}",
                request -> recordings
                        .recording(request.id("recording"))
                        .map(recording -> new Answer.Json(of(recording)))
                        .orElseThrow(
                                () -> Refusal.notFound("there is no such recording any more; go back to the list")));
    }

    /** Forgets all. */
    @Override
    public void close() {
        scraper.close();
    }

    /** A recorder with its newest two looks. */
    private final class Watched {
        private final Recording recording;
        private MetricsAddress address;
        private Look newest;
        private Look before;
        private Health failed;
        private long askedNanos;

        Watched(Recording recording) {
            this.recording = recording;
        }

        synchronized Health health(MetricsAddress current) {
            if (!current.equals(address)) {
                address = current;
                newest = null;
                before = null;
                failed = null;
            }
            boolean isKnown = newest != null || failed != null;
            if (!isKnown || System.nanoTime() - askedNanos >= PERIOD_NANOS) {
                ask();
            }
            return failed != null ? failed : known();
        }

        private Health known() {
            double ageSeconds = (System.nanoTime() - newest.nanos()) * 1e-9;
            return new Health(recording.id(), Status.OK, null, RecorderState.of(newest, before, ageSeconds));
        }

        private void ask() {
            try {
                Look look = scraper.look(address).of(recording.path());
                before = newest;
                newest = look;
                failed = null;
            } catch (ConnectException e) {
                failed = Health.without(recording.id(), Status.NO_ENDPOINT, NO_ENDPOINT);
            } catch (IOException e) {
                failed = Health.without(
                        recording.id(),
                        Status.NO_ANSWER,
                        Sentence.of("the recorder at %s does not answer: %s", address.uri(), Sentence.reasonOf(e)));
            } finally {
                askedNanos = System.nanoTime();
            }
        }
    }
}
