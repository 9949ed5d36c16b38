package io.github.roboreel.tools.merge;

import io.github.roboreel.format.fault.RoboReelException;
import java.util.List;

/** Folders that cannot be merged as they are; nothing has been touched. */
public final class MergeConflictException extends RoboReelException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> conflicts;

    MergeConflictException(List<String> conflicts) {
        super(Kind.CONFLICT, String.join("; ", conflicts));
        this.conflicts = List.copyOf(conflicts);
    }

    /** One sentence each: what is in the way, and what to do. */
    public List<String> conflicts() {
        return conflicts;
    }
}
