package io.github.roboreel.recordings.spi;

/**
 * What a data set declares of an array's values. The values have not been compared with it.
 *
 * @param minimum least value of any element; may be negative infinity
 * @param maximum greatest value of any element, not below the least; may be infinity
 */
public record ValueBounds(double minimum, double maximum) {
    /** Refuses what bounds nothing. */
    public ValueBounds {
        if (!(minimum <= maximum)) {
            throw new IllegalArgumentException("a least value " + minimum + " is not up to the greatest " + maximum);
        }
    }
}
