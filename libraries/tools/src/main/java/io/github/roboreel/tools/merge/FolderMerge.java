package io.github.roboreel.tools.merge;

import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.WholeFile;
import io.github.roboreel.recorder.OutputLock;
import io.github.roboreel.tools.merge.MergePlan.Renumbering;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Merges output folders into one. Runs of an env that is in several of them get the next free numbers. Nothing is
 * overwritten, and nothing is touched before all conflicts are known. The plan is noted down in the target first; run
 * again after a kill at any instant, the merge continues from there. Folders and files are moved by renaming or, across
 * file systems, by copying and comparing before the source is deleted. A source of which everything is in the target is
 * removed.
 */
public final class FolderMerge {
    /** Name of the note in the target that is there as long as a merge is not finished. */
    public static final String JOURNAL = MergeJournal.NAME;

    private final Path target;
    private final boolean copy;
    private final boolean canRename;
    private final Runnable checkpoint;

    /**
     * @param target where everything goes; made when it is not there
     * @param copy whether to leave the sources as they are
     */
    public FolderMerge(Path target, boolean copy) {
        this(target, copy, true, () -> {});
    }

    FolderMerge(Path target, boolean copy, boolean canRename, Runnable checkpoint) {
        this.target = target.toAbsolutePath().normalize();
        this.copy = copy;
        this.canRename = canRename;
        this.checkpoint = checkpoint;
    }

    /**
     * Merges.
     *
     * @param folders output folders that exist
     * @return what was done, or what was left of an earlier, interrupted merge of these folders
     * @throws MergeConflictException when something is in the way; nothing has been touched
     * @throws io.github.roboreel.format.fault.RoboReelException of kind LOCKED, when a recorder is at work in one of
     *     the folders; nothing has been touched
     * @throws IOException when the disk fails; running it again continues
     */
    public MergePlan run(Collection<Path> folders) throws IOException, MergeConflictException {
        List<Path> sources = folders.stream()
                .map(f -> f.toAbsolutePath().normalize())
                .distinct()
                .toList();
        Optional<MergePlan> interrupted = new MergeJournal(target).read();
        if (interrupted.isPresent()) {
            requireSame(interrupted.get(), sources);
        } else {
            new MergePlanner(target, copy).plan(sources);
        }
        List<OutputLock> locks = new ArrayList<>();
        try {
            for (Path source : sources) {
                if (Files.isWritable(source)) {
                    locks.add(OutputLock.acquire(source));
                }
            }
            locks.add(OutputLock.acquire(target));
            MergePlan plan = interrupted.isPresent() ? interrupted.get() : new MergePlanner(target, copy).plan(sources);
            carryOut(plan);
            if (!copy) {
                locks.stream()
                        .filter(lock -> !lock.folder().equals(target))
                        .forEach(OutputLock::closeAndRemoveEmptyFolder);
            }
            return plan;
        } finally {
            locks.forEach(OutputLock::close);
        }
    }

    private void requireSame(MergePlan interrupted, List<Path> sources) throws MergeConflictException {
        List<String> given = sources.stream().map(Path::toString).sorted().toList();
        List<String> begun = interrupted.sources().stream()
                .map(MergePlan.Source::folder)
                .sorted()
                .toList();
        if (!given.equals(begun) || interrupted.copy() != copy) {
            throw new MergeConflictException(List.of(target
                    + " holds a merge that was not finished, of "
                    + String.join(", ", begun)
                    + (interrupted.copy() ? " as a copy" : "")
                    + "; finish that first with the same arguments"));
        }
    }

    private void carryOut(MergePlan plan) throws IOException {
        MergeJournal journal = new MergeJournal(target);
        journal.write(plan);
        TreeMove trees = new TreeMove(plan.copy(), canRename, checkpoint);
        for (MergePlan.Source source : plan.sources()) {
            for (String env : source.envs()) {
                move(source, env, trees);
            }
        }
        for (Renumbering last : lastOfEachEnv(plan)) {
            checkpoint.run();
            new ShardMove(trees, copy, checkpoint, last).writeRunComplete(target.resolve(last.env()));
        }
        checkpoint.run();
        appendResults(plan);
        checkpoint.run();
        new NotesMerge(target, checkpoint).append(plan, trees);
        for (MergePlan.Source source : plan.sources()) {
            checkpoint.run();
            setAside(plan, source, source.results(), source.resultsAside(), trees);
        }
        checkpoint.run();
        Files.deleteIfExists(target.resolve(TreeMove.UNFINISHED));
        journal.delete();
    }

    private static Collection<Renumbering> lastOfEachEnv(MergePlan plan) {
        Map<String, Renumbering> last = new LinkedHashMap<>();
        plan.sources().forEach(s -> s.renumbered().forEach(r -> last.put(r.env(), r)));
        return last.values();
    }

    private void move(MergePlan.Source source, String env, TreeMove trees) throws IOException {
        Path from = Path.of(source.folder(), env);
        Path to = target.resolve(env);
        Optional<Renumbering> numbers = source.renumbering(env);
        if (numbers.isPresent()) {
            new ShardMove(trees, copy, checkpoint, numbers.get()).move(from, to);
        } else {
            trees.move(from, to);
        }
    }

    /**
     * Appends the result lines of all sources. The new file holds the old one as its beginning, and the lock keeps
     * recorders away, so replacing it loses nothing.
     */
    private void appendResults(MergePlan plan) throws IOException {
        Path file = target.resolve(RunFolder.RESULTS);
        long size = Files.exists(file) ? Files.size(file) : 0;
        if (plan.resultBytesAdded() == 0 || size == plan.resultBytesBefore() + plan.resultBytesAdded()) {
            return;
        }
        if (size != plan.resultBytesBefore()) {
            throw new IOException(file
                    + " has changed since the merge began: "
                    + size
                    + " bytes, expected "
                    + plan.resultBytesBefore()
                    + "; undo that change and merge again");
        }
        Path written = file.resolveSibling(RunFolder.RESULTS + RunFolder.MERGING_SUFFIX);
        try (OutputStream out = Files.newOutputStream(written)) {
            if (size > 0) {
                Files.copy(file, out);
            }
            for (MergePlan.Source source : plan.sources()) {
                if (!source.results().isEmpty()) {
                    out.write(SourceLines.read(Path.of(source.folder(), source.results()))
                            .renumbered(source.renumbered())
                            .bytes());
                }
            }
        }
        checkpoint.run();
        Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void setAside(MergePlan plan, MergePlan.Source source, String name, String aside, TreeMove trees)
            throws IOException {
        Path file = Path.of(source.folder(), name);
        if (!plan.copy() && !name.isEmpty() && Files.exists(file)) {
            trees.move(file, Path.of(aside));
        }
    }

    /** The plan of a merge under way, in its target; there as long as the merge is not finished. */
    static final class MergeJournal {
        static final String NAME = "merge.journal.json";

        private final Path file;

        MergeJournal(Path target) {
            file = target.resolve(NAME);
        }

        Optional<MergePlan> read() throws IOException {
            if (!Files.exists(file)) {
                return Optional.empty();
            }
            try {
                return Optional.of(FormatJson.read(Files.readAllBytes(file), MergePlan.class));
            } catch (IOException e) {
                throw new IOException(
                        file
                                + " is no journal of a merge ("
                                + e.getMessage()
                                + "); see by hand what was moved, then delete it",
                        e);
            }
        }

        void write(MergePlan plan) throws IOException {
            WholeFile.write(file, FormatJson.utf8(FormatJson.pretty(plan)));
        }

        void delete() throws IOException {
            Files.deleteIfExists(file);
        }
    }
}
