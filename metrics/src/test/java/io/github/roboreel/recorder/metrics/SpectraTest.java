package io.github.roboreel.recorder.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Profiles that share a transform do not disturb each other. */
class SpectraTest {
    private static final double DT = 1.0 / 15;

    @Test
    void magnitudesAreThoseOfTheDefinition() {
        double[][] profiles = {random(1, 13, 1), random(2, 13, 5e-4), random(3, 13, 2e3)};
        double[][] spectra = Spectra.normalised(profiles, 32);
        for (int i = 0; i < profiles.length; i++) {
            assertEquals(17, spectra[i].length);
            double[] expected = definition(profiles[i], 32);
            for (int k = 0; k < 17; k++) {
                assertEquals(expected[k], spectra[i][k], 1e-13, "profile " + i + " bin " + k);
            }
        }
    }

    private static double[] definition(double[] profile, int length) {
        double[] magnitude = new double[length / 2 + 1];
        for (int k = 0; k < magnitude.length; k++) {
            double real = 0;
            double imaginary = 0;
            for (int n = 0; n < profile.length; n++) {
                real += profile[n] * Math.cos(2 * Math.PI * k * n / length);
                imaginary -= profile[n] * Math.sin(2 * Math.PI * k * n / length);
            }
            magnitude[k] = Math.hypot(real, imaginary);
        }
        double max = Arrays.stream(magnitude).max().orElseThrow();
        return Arrays.stream(magnitude).map(m -> m / max).toArray();
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-5, 1, 1e9, 1e200})
    void aLargeProfileDoesNotDrownASmallOne(double scale) {
        double[] small = random(1, 200, 1);
        double[] other = random(2, 200, scale);
        double[] both = Sparc.STANDARD.ofAll(new double[][] {small, other}, DT);
        assertEquals(Sparc.STANDARD.of(small, DT), both[0], 1e-11);
        assertEquals(Sparc.STANDARD.of(other, DT), both[1], 1e-11);
    }

    @Test
    void motionlessAndBrokenProfilesAreUndefinedAndTheOthersUntouched() {
        double[] still = new double[50];
        double[] broken = random(3, 50, 1);
        broken[7] = Double.NaN;
        double[] endless = random(4, 50, 1);
        endless[8] = Double.POSITIVE_INFINITY;
        double[] moving = random(5, 50, 1);
        double[] sparc = Sparc.STANDARD.ofAll(new double[][] {still, moving, broken, endless, moving}, DT);
        double expected = Sparc.STANDARD.of(moving, DT);
        assertEquals(expected, sparc[1], 1e-12);
        assertEquals(expected, sparc[4], 1e-12);
        for (int i : new int[] {0, 2, 3}) {
            assertTrue(Double.isNaN(sparc[i]), "profile " + i + " is " + sparc[i]);
        }
    }

    private static double[] random(long seed, int count, double scale) {
        Random random = new Random(seed);
        return random.doubles(count).map(value -> scale * (0.5 + value)).toArray();
    }
}
