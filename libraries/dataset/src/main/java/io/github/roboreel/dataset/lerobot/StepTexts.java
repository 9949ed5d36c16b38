package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Texts as recordings hold them: UTF-8, filled up with zeros to one length. */
final class StepTexts {
    private StepTexts() {}

    /** A row of those. */
    static String text(byte[] rows, int row, int rowBytes) {
        int end = row * rowBytes;
        while (end < (row + 1) * rowBytes && rows[end] != 0) {
            end++;
        }
        return new String(rows, row * rowBytes, end - row * rowBytes, StandardCharsets.UTF_8);
    }

    /**
     * A text as a row.
     *
     * @throws IOException when it is longer
     */
    static byte[] row(String text, int rowBytes) throws IOException {
        byte[] utf8 = FormatJson.utf8(text);
        if (utf8.length > rowBytes) {
            throw new IOException("a text takes " + utf8.length + " bytes, and up to " + rowBytes + " were planned");
        }
        return Arrays.copyOf(utf8, rowBytes);
    }

    /** Rows {@code from} (inclusive) to {@code to} (exclusive) of an array of texts. */
    static List<String> read(EpisodeReader episode, String path, long from, long to) throws IOException {
        byte[] rows = episode.readBytes(path, from, to);
        int rowBytes = Math.toIntExact(episode.info(path).rowElements());
        List<String> texts = new ArrayList<>();
        for (int row = 0; row < to - from; row++) {
            texts.add(text(rows, row, rowBytes));
        }
        return texts;
    }
}
