package io.github.roboreel.recorder.hdf5.staging;

/** Kind of a ledger record; see FORMAT.md. */
enum RecordType {
    BEGIN(1),
    CHUNK(2),
    EVENT(3),
    END(4),
    CLOSED(5);

    private final int code;

    RecordType(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    /** Null when no kind has that code. */
    static RecordType of(int code) {
        return code >= 1 && code <= values().length ? values()[code - 1] : null;
    }
}
