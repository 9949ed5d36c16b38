package io.github.roboreel.recorder.video.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class ReasonTest {
    @Test
    void aFileIsNotAReason() {
        assertEquals(
                "/r/x.finishing or its folder is not there any more",
                Reason.of(new NoSuchFileException("/r/x.finishing")));
        assertEquals("/r/x.mp4 exists already", Reason.of(new FileAlreadyExistsException("/r/x.mp4")));
        assertEquals("no permission to write /r", Reason.of(new AccessDeniedException("/r")));
    }

    @Test
    void whatIsAReasonIsKept() {
        assertEquals(
                "/r/x: No space left on device",
                Reason.of(new FileSystemException("/r/x", null, "No space left on device")));
        assertEquals("it broke", Reason.of(new IOException("it broke")));
        assertEquals("java.lang.IllegalStateException", Reason.of(new IllegalStateException()));
    }
}
