package io.github.roboreel.cli.base;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a count of 1 or more and says so when it is none. */
public final class PositiveNumber implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
        try {
            int value = Integer.parseInt(text);
            if (value >= 1) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Said below, like a number that is too small.
        }
        throw new TypeConversionException("expected a whole number of 1 or more; given '" + text + "'");
    }
}
