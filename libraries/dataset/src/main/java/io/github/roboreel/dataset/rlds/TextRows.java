package io.github.roboreel.dataset.rlds;

import io.github.roboreel.format.DType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows that are texts of a list.
 *
 * @param list they are in
 * @param count number of texts
 * @param memory is asked before they are decoded
 * @param decoded holds them when they were decoded
 */
record TextRows(ValueList list, long count, Memory memory, List<String> decoded) implements Rows {
    /** About what a text takes besides its characters. */
    private static final int TEXT_BYTES = 56;

    TextRows(ValueList list, long count, Memory memory) {
        this(list, count, memory, new ArrayList<>());
    }

    @Override
    public DType dtype() {
        return DType.UINT8;
    }

    @Override
    public List<Long> rowShape() {
        return List.of();
    }

    @Override
    public boolean isTexts() {
        return true;
    }

    @Override
    public byte[] read(long from, long to) throws IOException {
        throw new IOException("it holds texts, which have no rows of equal length");
    }

    @Override
    public List<String> texts() throws IOException {
        if (decoded.size() != count) {
            decoded.clear();
            String last = "";
            for (int i = 0; i < count; i++) {
                byte[] utf8 = list.item(i, memory);
                String text = text(utf8);
                last = text.equals(last) ? last : kept(text, utf8.length);
                decoded.add(last);
            }
        }
        return decoded;
    }

    private String kept(String text, int bytes) {
        memory.take(TEXT_BYTES + 2L * bytes);
        return text;
    }

    private static String text(byte[] utf8) throws IOException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(utf8))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IOException("it holds bytes that are no UTF-8", e);
        }
    }
}
