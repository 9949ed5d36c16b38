package io.github.roboreel.cli.record;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the number of a port, or 0, and says so when it is none. */
final class PortNumber implements ITypeConverter<Integer> {
    private static final int HIGHEST = 0xFFFF;

    @Override
    public Integer convert(String text) {
        try {
            int value = Integer.parseInt(text);
            if (value >= 0 && value <= HIGHEST) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Said below, like a number out of range.
        }
        throw new TypeConversionException("expected a whole number from 0 to " + HIGHEST + "; given '" + text + "'");
    }
}
