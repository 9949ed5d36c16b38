package io.github.roboreel.tools.resume;

/** Names of the combinations of videos. */
final class VideoMode {
    private VideoMode() {}

    static boolean hasSensor(String mode) {
        return mode.equals("all") || mode.equals("sensor");
    }

    static boolean hasViewport(String mode) {
        return mode.equals("all") || mode.equals("viewport");
    }

    static String of(boolean sensor, boolean viewport) {
        if (sensor) {
            return viewport ? "all" : "sensor";
        }
        return viewport ? "viewport" : "none";
    }
}
