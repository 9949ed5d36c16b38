package io.github.roboreel.tools.resume;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The folder holds runs whose recorder died, or run files nobody can read; nothing was touched. */
public class UnclosedRunsException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private final transient List<Path> runs;

    /**
     * @param folder the output folder
     * @param runs their run files, at least one; a file need not be there
     */
    UnclosedRunsException(Path folder, List<Path> runs) {
        super(runs.stream().map(Path::toString).collect(Collectors.joining(", "))
                + (runs.size() == 1 ? " was" : " were")
                + " not closed by the recorder, or damaged since; bring back what is there"
                + " with ./roboreel recover "
                + quoted(folder)
                + " and record again");
        this.runs = List.copyOf(runs);
    }

    /** The run files, by name. */
    public List<Path> runs() {
        return runs;
    }

    /** As a shell takes it. */
    private static String quoted(Path folder) {
        String name = folder.toString();
        boolean isPlain = name.matches("[\\w@%+=:,./-]+") && !name.startsWith("-");
        return isPlain ? name : "'" + name.replace("'", "'\\''") + "'";
    }
}
