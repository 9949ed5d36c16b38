package io.github.roboreel.dataset;

import java.io.IOException;
import java.util.List;

/** One row of text. */
public record OneText(String text) implements ForeignRows {
    @Override
    public byte[] numbers(long from, long to) throws IOException {
        throw new IOException("it holds no numbers");
    }

    @Override
    public List<String> texts() {
        return List.of(text);
    }
}
