package io.github.roboreel.format.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.fault.RoboReelException.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RoboReelExceptionTest {
    static Stream<Arguments> failures() throws IOException {
        IOException full = failureOf("/dev/full", file -> file.write(ByteBuffer.allocate(1)));
        IOException faulty = failureOf("/proc/self/mem", file -> file.read(ByteBuffer.allocate(1)));
        return Stream.of(
                Arguments.of(Kind.LOCKED, new RoboReelException(Kind.LOCKED, "held")),
                Arguments.of(Kind.DISK_FULL, full),
                Arguments.of(Kind.DISK_FULL, new CompletionException(new IOException("not written", full))),
                Arguments.of(Kind.DISK_FULL, new FileSystemException("/tmp/x", null, full.getMessage())),
                Arguments.of(Kind.DISK_FAULT, new UncheckedIOException(faulty)),
                Arguments.of(Kind.IO, new IllegalStateException("odd", new IOException("No such device"))),
                Arguments.of(Kind.STALLED, new TimeoutException("late")),
                Arguments.of(Kind.OUT_OF_MEMORY, new IllegalStateException(new OutOfMemoryError("heap"))),
                Arguments.of(Kind.DAMAGED, new IOException("", new FileFaultException(Kind.DAMAGED, "torn", null))),
                Arguments.of(Kind.FAILED, new IllegalStateException(full.getMessage())));
    }

    private interface Use {
        void of(FileChannel file) throws IOException;
    }

    private static IOException failureOf(String device, Use use) throws IOException {
        try (FileChannel file = FileChannel.open(Path.of(device), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return assertThrows(IOException.class, () -> use.of(file));
        }
    }

    @ParameterizedTest
    @MethodSource("failures")
    void theKindIsThatOfTheNearestCauseThatHasOne(Kind expected, Throwable failure) {
        assertEquals(expected, Kind.of(failure));
    }

    @Test
    void theKindOfAFailureOnAnInterruptedThreadIsKnownToo() throws IOException {
        IOException full = failureOf("/dev/full", file -> file.write(ByteBuffer.allocate(1)));
        Thread.currentThread().interrupt();
        try {
            assertEquals(Kind.DISK_FULL, Kind.of(full));
        } finally {
            assertTrue(Thread.interrupted());
        }
    }

    @Test
    void refusalsAreSentencesWithValues() {
        RoboReelException refused = RoboReelException.badArgument("--seed expects %d or more; given %s", 0, "-1");
        assertEquals(Kind.BAD_ARGUMENT, refused.kind());
        assertEquals("--seed expects 0 or more; given -1", refused.getMessage());
    }

    @Test
    void aTextWithoutValuesStaysAsItIs() {
        assertEquals("100 % sure", Sentence.of("100 % sure"));
    }
}
