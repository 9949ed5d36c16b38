package io.github.roboreel.tools.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class CsvTest {
    @Test
    void quotesOnlyWhatWouldBeMisread() {
        assertEquals(
                "plain,\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\",\"old\rmac\",,漢字 é\n",
                Csv.line(List.of("plain", "a,b", "say \"hi\"", "two\nlines", "old\rmac", "", "漢字 é")));
    }
}
