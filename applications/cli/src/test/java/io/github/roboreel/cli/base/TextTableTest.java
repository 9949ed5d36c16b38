package io.github.roboreel.cli.base;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {
    @Test
    void alignsColumnsAndLetsHeadingsBeLong() {
        String text = TextTable.aligned(
                List.of(List.of("a heading wider than its column"), List.of("a", "bb", "c"), List.of("aaa", "b", "")));

        assertEquals("a heading wider than its column\na    bb  c\naaa  b\n", text);
    }
}
