package io.github.roboreel.dashboard.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.NullNode;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.dashboard.index.EpisodePlace;
import io.github.roboreel.dashboard.index.Recording;
import io.github.roboreel.dashboard.index.ServedRecordings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LiveWatchTest {
    /** Recordings that no look comes to an end of. */
    private static final class Broken implements ServedRecordings {
        private final AtomicInteger looks = new AtomicInteger();

        @Override
        public List<Recording> all() {
            if (looks.incrementAndGet() % 2 == 1) {
                throw new ArithmeticException("a length of 0");
            }
            throw new OutOfMemoryError("a length of 2147483647");
        }

        @Override
        public Optional<Recording> recording(String id) {
            return Optional.empty();
        }

        @Override
        public Optional<EpisodePlace> episode(String id) {
            return Optional.empty();
        }
    }

    private record Heard(BlockingQueue<String> names) implements EventStream.Sink {
        @Override
        public boolean send(String name, Object data, OptionalLong id) {
            return names.add(name);
        }

        @Override
        public boolean isIdle() {
            return true;
        }
    }

    @Test
    void pagesAreGreetedAlsoWhenALookFailsAndTheNextLookWaits() throws Exception {
        Broken broken = new Broken();
        Request request = new Request(Map.of(), Map.of(), Map.of(), NullNode.getInstance());
        try (StagingFiles stagings = new StagingFiles();
                LiveWatch watch = new LiveWatch(broken, stagings, recording -> Map.of())) {
            long begun = System.nanoTime();
            for (int page = 0; page < 2; page++) {
                Heard heard = new Heard(new LinkedBlockingQueue<>());
                watch.open(request, heard);
                assertEquals("hello", heard.names().poll(20, TimeUnit.SECONDS));
            }
            int looks = broken.looks.get();
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun);
            assertTrue(looks <= seconds + 2, looks + " looks in " + seconds + " s");
        }
    }
}
