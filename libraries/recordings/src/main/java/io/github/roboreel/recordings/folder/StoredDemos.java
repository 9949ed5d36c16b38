package io.github.roboreel.recordings.folder;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.IoConsumer;
import io.github.roboreel.format.fault.Operation;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.spi.RunReader;
import io.github.roboreel.recorder.spi.RunReaders;
import io.github.roboreel.recordings.folder.EnvFolder.RunFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Visits the demos of run files; what cannot be read is reported and left out. */
public final class StoredDemos {
    private static final String CHECK = "see what is damaged with: " + Operation.CHECK.command();

    private final EnvFolder env;
    private final List<FileFault> problems;
    private final RunReaders readers;
    private final List<FileFault> leadingOutside = new ArrayList<>();

    /**
     * Read as {@link RunFileReaders} does.
     *
     * @param env where the run files are
     * @param problems where what cannot be read is added
     */
    public StoredDemos(EnvFolder env, List<FileFault> problems) {
        this(env, problems, RunFileReaders::open);
    }

    /**
     * Read by any reader.
     *
     * @param env where the run files are
     * @param problems where what cannot be read is added
     * @param readers opens the run files
     */
    public StoredDemos(EnvFolder env, List<FileFault> problems, RunReaders readers) {
        this.env = env;
        this.problems = problems;
        this.readers = readers;
    }

    /**
     * Visits all demos of the env folder, run by run and in the order of their numbers. The demo's reader must not be
     * kept.
     */
    public void visitAll(IoConsumer<StoredDemo> visitor) {
        env.runs().forEach(run -> visit(run, visitor));
    }

    /**
     * Visits the demos of one run file in the order of their numbers; places in which no episode has begun are none.
     *
     * @param visitor reads what it needs; when it cannot be read, the demo is reported and the next one follows
     */
    public void visit(RunFile file, IoConsumer<StoredDemo> visitor) {
        try (RunReader run = readers.open(file.path())) {
            OpenRun open = OpenRun.of(env, file, run);
            for (String name : run.demoNames()) {
                if (DemoPaths.demoNumber(name).isPresent()) {
                    visit(run, open, name, visitor);
                } else {
                    leftOut(file, "has a group data/" + name + " that is no demo");
                }
            }
        } catch (IOException | RuntimeException e) {
            leftOut(file, "cannot be read: ", e);
        }
    }

    private void visit(RunReader run, OpenRun open, String name, IoConsumer<StoredDemo> visitor) {
        try {
            Optional<StoredDemo> demo = open.demo(run.demo(name));
            if (demo.isPresent()) {
                visitor.accept(demo.get());
            }
        } catch (IOException | RuntimeException e) {
            leftOut(open.file(), "has a demo that cannot be read: ", e);
        }
    }

    /** Those of the problems that are links out of the folder; known after a visit. */
    public List<FileFault> leadingOutside() {
        return List.copyOf(leadingOutside);
    }

    private void leftOut(RunFile file, String what, Exception cause) {
        FileFault problem = leftOut(file, what + sentence(file, cause));
        if (Kind.of(cause) == Kind.LEADS_OUTSIDE) {
            leadingOutside.add(problem);
        }
    }

    /** Some of the reader's sentences end in what to do. */
    private FileFault leftOut(RunFile file, String sentence) {
        int end = sentence.lastIndexOf("; ");
        FileFault problem = end < 0
                ? FileFault.leftOut(file.path(), sentence, CHECK)
                : FileFault.leftOut(file.path(), sentence.substring(0, end), sentence.substring(end + 2));
        problems.add(problem);
        return problem;
    }

    /** The cause without the file's name, which the problem says anyway. */
    private static String sentence(RunFile file, Exception cause) {
        String message = Sentence.reasonOf(cause);
        for (String prefix :
                List.of(file.path() + " cannot be read: ", file.path() + ", ", file.path() + ": ", file.path() + " ")) {
            if (message.startsWith(prefix)) {
                return message.substring(prefix.length());
            }
        }
        return message;
    }
}
