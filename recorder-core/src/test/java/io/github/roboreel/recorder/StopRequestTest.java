package io.github.roboreel.recorder;

import static io.github.roboreel.recorder.Faults.assertFault;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.MemorySink;
import io.github.roboreel.recorder.spi.SinkContext;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StopRequestTest {
    @TempDir
    Path folder;

    private final StopRequest request = new StopRequest();

    @Test
    void nobodyWaitsUntilItIsMade() {
        assertFalse(request.isMade());
        assertFalse(request.isUrgent());
        assertTrue(request.timeLeft().compareTo(Duration.ofDays(365)) > 0);
        request.throwIfMade();
    }

    @Test
    void theFirstPatienceCounts() {
        assertTrue(request.make(Duration.ofHours(10)));
        assertFalse(request.make(Duration.ZERO));
        assertTrue(request.isMade());
        assertFalse(request.isUrgent());
        Duration left = request.timeLeft();
        assertTrue(left.compareTo(Duration.ofHours(10)) <= 0);
        assertTrue(left.compareTo(Duration.ofHours(5)) > 0);
        assertFault(RecorderException.class, Kind.INTERRUPTED, request::throwIfMade);
    }

    @Test
    void whenTheTimeIsOverThereIsNoneLeft() {
        request.make(Duration.ZERO);
        assertTrue(request.isUrgent());
        assertEquals(Duration.ZERO, request.timeLeft());
    }

    @Test
    void anOpeningThatNobodyWantsAnyMoreOpensNoFurtherSink() {
        TestRecording recording = new TestRecording(folder, 2);
        List<String> calls = new ArrayList<>();
        EpisodeSink first = new StoppingSink(recording, "first", calls) {
            @Override
            public void open(SinkContext context) throws IOException {
                super.open(context);
                assertSame(request, context.stopRequest());
                request.make(Duration.ofMinutes(1));
            }
        };
        EpisodeSink second = new StoppingSink(recording, "second", calls);

        assertFault(RecorderException.class, Kind.INTERRUPTED, () -> open(recording, List.of(first, second)));

        assertEquals(List.of("first opened", "first closed", "second closed"), calls);
        try (OutputLock lock = OutputLock.acquire(folder)) {
            lock.requireHeldFor(folder);
        }
    }

    private EpisodeRecorder open(TestRecording recording, List<EpisodeSink> sinks) {
        return EpisodeRecorder.builder(recording.run, recording.schema)
                .sinks(sinks)
                .meters(recording.meters)
                .stopRequest(request)
                .open();
    }

    private static class StoppingSink extends MemorySink {
        private final List<String> calls;

        StoppingSink(TestRecording recording, String name, List<String> calls) {
            super(name, Role.DATA, recording.run, recording.runs);
            this.calls = calls;
        }

        @Override
        public void open(SinkContext context) throws IOException {
            super.open(context);
            calls.add(name() + " opened");
        }

        @Override
        public void close() throws IOException {
            calls.add(name() + " closed");
            super.close();
        }
    }
}
