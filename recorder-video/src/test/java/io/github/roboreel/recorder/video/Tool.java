package io.github.roboreel.recorder.video;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Runs a program of the system to its end. */
public record Tool(int exitCode, byte[] out, String err) {
    private static final long TIMEOUT_SECONDS = 600;

    public static Tool run(List<String> command, String input) throws Exception {
        Process process = new ProcessBuilder(command).start();
        CompletableFuture<byte[]> out = read(process.getInputStream());
        CompletableFuture<byte[]> err = read(process.getErrorStream());
        try (var stdin = process.getOutputStream()) {
            stdin.write(input.getBytes(StandardCharsets.UTF_8));
        }
        if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException(command + " does not end");
        }
        return new Tool(process.exitValue(), out.get(), new String(err.get(), StandardCharsets.UTF_8));
    }

    public static Tool run(String... command) throws Exception {
        return run(List.of(command), "");
    }

    public String text() {
        return new String(out, StandardCharsets.UTF_8).strip();
    }

    private static CompletableFuture<byte[]> read(InputStream from) {
        return CompletableFuture.supplyAsync(
                () -> {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    try {
                        from.transferTo(bytes);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                    return bytes.toByteArray();
                },
                task -> new Thread(task, "tool-output").start());
    }
}
