package io.github.roboreel.recorder.plan;

final class Counts {
    private Counts() {}

    static int atLeastOne(String what, int given) {
        if (given < 1) {
            throw new IllegalArgumentException(what + " is " + given + "; expected at least 1");
        }
        return given;
    }
}
