package io.github.roboreel.bridge;

/** What a slot holds; the numbers are the protocol's. */
enum SlotKind {
    STEP(1),
    BEGIN(2),
    END(3),
    EVENT(4),
    BLOCK(5);

    private final int number;

    SlotKind(int number) {
        this.number = number;
    }

    static SlotKind of(int number) {
        for (SlotKind kind : values()) {
            if (kind.number == number) {
                return kind;
            }
        }
        throw ProtocolException.of("a slot is of kind %s; expected 1 to %s", number, values().length);
    }
}
