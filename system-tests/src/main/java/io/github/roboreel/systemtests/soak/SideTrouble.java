package io.github.roboreel.systemtests.soak;

/** What goes on in a run's additional side sink. */
enum SideTrouble {
    /** There is none. */
    NONE,
    /** It sleeps now and then. */
    SLEEPS,
    /** It throws once. */
    THROWS
}
