package io.github.roboreel.cli.base;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DisplayNumberTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0.0, 0",
        "570, 570",
        "20, 20",
        "-0.000180309, -0.000180309",
        "0.1234567, 0.123457",
        "1234567.8, 1234570",
        "0.00001, 1e-05",
        "1.795714e18, 1.79571e+18",
        "2e9, 2e+09",
        "NaN, nan",
        "-Infinity, -inf"
    })
    void of_numbersOfAllSizes_hasSixDigitsAndOneForm(double value, String shown) {
        assertEquals(shown, DisplayNumber.of(value));
    }
}
