package io.github.roboreel.dataset.rlds;

/** The three lists of a {@code tf.train.Feature}, with their field numbers. */
enum ListKind {
    BYTES(1),
    FLOAT(2),
    INT64(3);

    private final int field;

    ListKind(int field) {
        this.field = field;
    }

    int field() {
        return field;
    }

    /** Whether all values stand in one length-delimited field. */
    boolean isPacked() {
        return this != BYTES;
    }

    static ListKind ofField(int field) {
        return values()[field - 1];
    }
}
