package io.github.roboreel.tools.merge;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.SetAside;
import io.github.roboreel.format.fault.Operation;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.tools.merge.FolderMerge.MergeJournal;
import io.github.roboreel.tools.merge.MergePlan.Renumbering;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Looks at everything before anything is touched, and lists all that is in the way. */
final class MergePlanner {
    private final Path target;
    private final boolean copy;
    private final List<String> conflicts = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final Shards shards;
    private final Set<Path> asides = new HashSet<>();
    private final Map<Double, List<String>> periods = new LinkedHashMap<>();

    MergePlanner(Path target, boolean copy) {
        this.target = target;
        this.copy = copy;
        this.shards = new Shards(target, conflicts, notes);
    }

    MergePlan plan(Collection<Path> folders) throws IOException, MergeConflictException {
        Path targetResults = target.resolve(RunFolder.RESULTS);
        claimTarget();
        List<MergePlan.Source> sources = new ArrayList<>();
        long added = 0;
        for (Path folder : folders) {
            requireApart(folder, sources);
            ResultFolder results = ResultFolder.open(folder);
            if (results.isEmpty()) {
                conflicts.add(folder + " holds no recording; leave it out");
            }
            SourceLines lines = lines(results);
            MergePlan.Source source = source(results, lines);
            sources.add(source);
            added += renumbered(lines, source, "result lines").bytes().length;
            renumbered(annotations(folder), source, RunFolder.ANNOTATIONS);
        }
        requireOnePeriod();
        if (!conflicts.isEmpty()) {
            throw new MergeConflictException(conflicts);
        }
        Path annotations = target.resolve(RunFolder.ANNOTATIONS);
        return new MergePlan(target.toString(), copy, sources, size(targetResults), added, size(annotations), notes);
    }

    private static long size(Path file) throws IOException {
        return Files.exists(file) ? Files.size(file) : 0;
    }

    private SourceLines annotations(Path folder) {
        Path file = folder.resolve(RunFolder.ANNOTATIONS);
        if (!Files.exists(file)) {
            return SourceLines.none();
        }
        try {
            return SourceLines.read(file);
        } catch (IOException e) {
            conflicts.add(file + " cannot be read (" + e.getMessage() + "); mend it or move it away");
            return SourceLines.none();
        }
    }

    /** @param what they are, for people */
    private SourceLines renumbered(SourceLines lines, MergePlan.Source source, String what) {
        boolean isDoubtful = !source.renumbered().isEmpty() && lines.counts().doubtful() > 0;
        try {
            if (!isDoubtful) {
                return lines.renumbered(source.renumbered());
            }
        } catch (IOException e) {
            isDoubtful = true;
        }
        conflicts.add(source.folder()
                + " has "
                + what
                + " that cannot be read, so their runs cannot be given other numbers; "
                + (what.equals(RunFolder.ANNOTATIONS)
                        ? "mend that file first"
                        : "mend it first with: " + Operation.REBUILD.command(source.folder())));
        return lines;
    }

    private void claimTarget() throws IOException {
        if (!Files.exists(target)) {
            return;
        }
        if (!Files.isDirectory(target)) {
            conflicts.add(target + " is not a folder; choose another");
            return;
        }
        Path results = target.resolve(RunFolder.RESULTS);
        if (Files.isSymbolicLink(results)) {
            conflicts.add(results + " is a symbolic link; put the file in its place");
        }
        claimAnnotations(target.resolve(RunFolder.ANNOTATIONS));
        ResultFolder there = ResultFolder.open(target);
        Set<String> names = new TreeSet<>(there.episodesByEnv().keySet());
        there.envs().forEach(env -> names.add(env.name()));
        names.forEach(name -> shards.add(there, name));
        there.envs().forEach(this::notePeriod);
        there.resultsFile().ifPresent(file -> {
            if (!file.endsWith(RunFolder.RESULTS)) {
                conflicts.add(
                        file + " would be hidden by a new " + RunFolder.RESULTS + "; merge into a new folder instead");
            } else if (!endsWithNewline(file)) {
                conflicts.add(file + " ends in a torn line; mend it first with: " + Operation.REBUILD.command(target));
            }
        });
    }

    private void claimAnnotations(Path file) {
        if (Files.exists(file) && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            conflicts.add(file + " is no regular file; put the file in its place");
        } else if (Files.exists(file) && !endsWithNewline(file)) {
            conflicts.add(file + " ends in a torn line; delete that line first");
        }
    }

    private static boolean endsWithNewline(Path file) {
        try (var bytes = new java.io.RandomAccessFile(file.toFile(), "r")) {
            if (bytes.length() == 0) {
                return true;
            }
            bytes.seek(bytes.length() - 1);
            return bytes.read() == '\n';
        } catch (IOException e) {
            return false;
        }
    }

    private void requireApart(Path folder, List<MergePlan.Source> earlier) {
        if (folder.startsWith(target) || target.startsWith(folder)) {
            conflicts.add(folder + " and " + target + " lie one in the other; merge into a folder beside the others");
        }
        for (MergePlan.Source source : earlier) {
            Path other = Path.of(source.folder());
            if (folder.startsWith(other) || other.startsWith(folder)) {
                conflicts.add(folder + " and " + other + " overlap; give each folder once");
            }
        }
        Path journal = folder.resolve(MergeJournal.NAME);
        if (Files.exists(journal)) {
            conflicts.add(folder
                    + " is the target of a merge that was not finished; finish that first,"
                    + " "
                    + journal
                    + " says which");
        }
    }

    private SourceLines lines(ResultFolder folder) throws IOException {
        if (folder.resultsFile().isEmpty()) {
            return SourceLines.none();
        }
        try {
            return SourceLines.read(folder.resultsFile().get());
        } catch (IOException e) {
            conflicts.add(folder.resultsFile().get()
                    + " cannot be read ("
                    + e.getMessage()
                    + "); mend it first with: " + Operation.REBUILD.command(folder.path()));
            return SourceLines.none();
        }
    }

    private MergePlan.Source source(ResultFolder folder, SourceLines lines) throws IOException {
        Set<String> names = new LinkedHashSet<>();
        folder.envs().forEach(env -> names.add(env.name()));
        folder.envs().forEach(this::notePeriod);
        folder.envs().forEach(this::requireAllThere);
        Set<String> claimed = new TreeSet<>(names);
        claimed.addAll(lines.envNames());
        List<Renumbering> renumbered = claimed.stream()
                .map(name -> shards.add(folder, name))
                .flatMap(Optional::stream)
                .toList();
        for (String name : names) {
            requirePlain(folder.path().resolve(name));
            if (Files.exists(target.resolve(name)) && !shards.folderOf(name).equals(Optional.of(target))) {
                conflicts.add(target.resolve(name) + " is in the way; move it elsewhere");
            }
        }
        String results =
                folder.resultsFile().map(f -> f.getFileName().toString()).orElse("");
        List<String> others = others(folder.path(), names, results);
        boolean staysBehind = !others.isEmpty() || lines.counts().areFaulty();
        Path aside = aside(folder.path(), results.isEmpty() ? RunFolder.RESULTS : results, staysBehind);
        String annotations = Files.exists(folder.path().resolve(RunFolder.ANNOTATIONS))
                ? aside(folder.path(), RunFolder.ANNOTATIONS, staysBehind).toString()
                : "";
        return new MergePlan.Source(
                folder.path().toString(),
                List.copyOf(names),
                renumbered,
                results,
                aside.toString(),
                annotations,
                lines.counts(),
                others);
    }

    /** The mark that explains a missing file stays behind. */
    private void requireAllThere(EnvFolder env) {
        env.removedRuns()
                .mapToObj(run -> env.path().resolve(RunFolder.runFile(run)))
                .findFirst()
                .ifPresent(file -> conflicts.add(file + " was uploaded and removed; put all such files back first"));
    }

    /** A merge that continues after a kill finds the name in the journal. */
    private Path aside(Path folder, String name, boolean staysBehind) {
        if (staysBehind) {
            return SetAside.freeName(folder.resolve(name), "merged");
        }
        Path inTarget = target.resolve(name);
        Path free = SetAside.freeName(inTarget, "of-" + folder.getFileName());
        while (!asides.add(free)) {
            free = free.resolveSibling(free.getFileName() + "-");
        }
        return free;
    }

    /** A link would lead elsewhere from its new place, and what it leads to would stay behind. */
    private void requirePlain(Path tree) throws IOException {
        try (Stream<Path> all = Files.walk(tree)) {
            all.filter(TreeMove::isNeitherFileNorFolder)
                    .sorted()
                    .forEach(path -> conflicts.add(path
                            + " is a symbolic link, or neither a file nor a"
                            + " folder; put what it stands for in its"
                            + " place, or move it away"));
        }
    }

    private void notePeriod(EnvFolder env) {
        env.dtSeconds()
                .ifPresent(dt -> periods.computeIfAbsent(dt, d -> new ArrayList<>())
                        .add(env.path().toString()));
    }

    private void requireOnePeriod() {
        if (periods.size() > 1) {
            StringBuilder sentence = new StringBuilder("the time steps differ:");
            periods.forEach((dt, folders) -> sentence.append(" dt ")
                    .append(dt)
                    .append(" s in ")
                    .append(String.join(", ", folders))
                    .append(';'));
            conflicts.add(sentence + " merge those of each dt on their own");
        }
    }

    private static List<String> others(Path folder, Set<String> envs, String results) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.map(e -> e.getFileName().toString())
                    .filter(n -> !envs.contains(n) && !n.equals(results) && !n.equals(RunFolder.ANNOTATIONS))
                    .filter(n -> !n.startsWith("."))
                    .sorted()
                    .toList();
        }
    }
}
