package io.github.roboreel.systemtests.torture;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Size of a camera's frames, pixels. */
record CameraSize(int width, int height) {
    private static final Pattern TEXT = Pattern.compile("(\\d{1,5})x(\\d{1,5})");

    CameraSize {
        if (width < 1 || height < 1) {
            throw new IllegalArgumentException("--images is " + width + "x" + height + "; expected both at least 1");
        }
    }

    /** Of a text such as {@code 320x180}. */
    static CameraSize parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("--images is '" + text + "'; expected width x height such as 320x180");
        }
        return new CameraSize(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    }

    @Override
    public String toString() {
        return width + "x" + height;
    }
}
