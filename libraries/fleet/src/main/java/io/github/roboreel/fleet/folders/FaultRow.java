package io.github.roboreel.fleet.folders;

import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.FileFault.Severity;
import java.io.Serializable;
import java.nio.file.Path;

/**
 * A {@link FileFault} on its way between processes. Immutable.
 *
 * @param file the file's path as text
 */
public record FaultRow(String file, int line, String field, String problem, String advice, Severity severity)
        implements Serializable {
    public static FaultRow of(FileFault fault) {
        return new FaultRow(
                fault.file().toString(),
                fault.line(),
                fault.field(),
                fault.problem(),
                fault.advice(),
                fault.severity());
    }

    public FileFault fault() {
        return new FileFault(Path.of(file), line, field, problem, advice, severity);
    }
}
