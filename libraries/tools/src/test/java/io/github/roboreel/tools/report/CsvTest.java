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

    @Test
    void line_textThatIsAFormula_hasAnApostropheBeforeIt() {
        assertEquals(
                "\"'=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\",'+49 170,'-a,'@SUM(A1),'\tb,\"'\rc\",a=b\n",
                Csv.line(List.of("=HYPERLINK(\"http://x\",\"y\")", "+49 170", "-a", "@SUM(A1)", "\tb", "\rc", "a=b")));
    }

    @Test
    void line_numbers_stayAsTheyAre() {
        String numbers = "-1,+2,-0.5,-1.5E-7,-Infinity,0\n";
        assertEquals(numbers, Csv.line(List.of(numbers.strip().split(","))));
    }
}
