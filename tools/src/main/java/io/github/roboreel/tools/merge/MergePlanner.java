package io.github.roboreel.tools.merge;

import io.github.roboreel.recorder.EpisodeId;
import io.github.roboreel.recorder.SetAside;
import io.github.roboreel.tools.EnvFolder;
import io.github.roboreel.tools.ResultFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Looks at everything before anything is touched, and lists all that is in the way. */
final class MergePlanner {
    private final Path target;
    private final boolean copy;
    private final List<String> conflicts = new ArrayList<>();
    private final Map<String, Path> owners = new HashMap<>();
    private final Map<Double, List<String>> periods = new LinkedHashMap<>();

    MergePlanner(Path target, boolean copy) {
        this.target = target;
        this.copy = copy;
    }

    MergePlan plan(Collection<Path> folders) throws IOException, MergeConflictException {
        Path targetResults = target.resolve(EpisodeId.RESULTS_FILE);
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
            sources.add(source(results, lines));
            added += lines.bytes().length;
        }
        requireOnePeriod();
        if (!conflicts.isEmpty()) {
            throw new MergeConflictException(conflicts);
        }
        long before = Files.exists(targetResults) ? Files.size(targetResults) : 0;
        return new MergePlan(target.toString(), copy, sources, before, added);
    }

    private void claimTarget() throws IOException {
        if (!Files.exists(target)) {
            return;
        }
        if (!Files.isDirectory(target)) {
            conflicts.add(target + " is not a folder; choose another");
            return;
        }
        Path results = target.resolve(EpisodeId.RESULTS_FILE);
        if (Files.isSymbolicLink(results)) {
            conflicts.add(results + " is a symbolic link; put the file in its place");
        }
        ResultFolder there = ResultFolder.open(target);
        Set<String> names = new TreeSet<>(there.episodesByEnv().keySet());
        there.envs().forEach(env -> names.add(env.name()));
        names.forEach(name -> owners.put(name, target));
        there.envs().forEach(this::notePeriod);
        there.resultsFile()
                .ifPresent(
                        file -> {
                            if (!file.endsWith(EpisodeId.RESULTS_FILE)) {
                                conflicts.add(
                                        file
                                                + " would be hidden by a new "
                                                + EpisodeId.RESULTS_FILE
                                                + "; merge into a new folder instead");
                            } else if (!endsWithNewline(file)) {
                                conflicts.add(
                                        file
                                                + " ends in a torn line; mend it first with:"
                                                + " roboreel rebuild "
                                                + target);
                            }
                        });
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
            conflicts.add(
                    folder
                            + " and "
                            + target
                            + " lie one in the other; merge into a folder beside the others");
        }
        for (MergePlan.Source source : earlier) {
            Path other = Path.of(source.folder());
            if (folder.startsWith(other) || other.startsWith(folder)) {
                conflicts.add(folder + " and " + other + " overlap; give each folder once");
            }
        }
        Path journal = folder.resolve(MergeJournal.NAME);
        if (Files.exists(journal)) {
            conflicts.add(
                    folder
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
            conflicts.add(
                    folder.resultsFile().get()
                            + " cannot be read ("
                            + e.getMessage()
                            + "); mend it first with: roboreel rebuild "
                            + folder.path());
            return SourceLines.none();
        }
    }

    private MergePlan.Source source(ResultFolder folder, SourceLines lines) throws IOException {
        Set<String> names = new LinkedHashSet<>();
        folder.envs().forEach(env -> names.add(env.name()));
        folder.envs().forEach(this::notePeriod);
        Set<String> claimed = new TreeSet<>(names);
        claimed.addAll(lines.envNames());
        claimed.forEach(name -> claim(name, folder.path()));
        for (String name : names) {
            requirePlain(folder.path().resolve(name));
            if (Files.exists(target.resolve(name)) && owners.get(name) != target) {
                conflicts.add(target.resolve(name) + " is in the way; move it elsewhere");
            }
        }
        String results = folder.resultsFile().map(f -> f.getFileName().toString()).orElse("");
        Path aside = SetAside.freeName(folder.path().resolve(results), "merged");
        return new MergePlan.Source(
                folder.path().toString(),
                List.copyOf(names),
                results,
                aside.getFileName().toString(),
                lines.lines(),
                lines.unreadable(),
                lines.doubtful(),
                others(folder.path(), names, results));
    }

    /** A link would lead elsewhere from its new place, and what it leads to would stay behind. */
    private void requirePlain(Path tree) throws IOException {
        try (Stream<Path> all = Files.walk(tree)) {
            all.filter(TreeMove::isNeitherFileNorFolder)
                    .sorted()
                    .forEach(
                            path ->
                                    conflicts.add(
                                            path
                                                    + " is a symbolic link, or neither a file nor a"
                                                    + " folder; put what it stands for in its"
                                                    + " place, or move it away"));
        }
    }

    private void claim(String name, Path folder) {
        Path owner = owners.putIfAbsent(name, folder);
        if (owner != null) {
            conflicts.add(
                    "env "
                            + name
                            + " is in "
                            + owner
                            + " and in "
                            + folder
                            + "; merge only one of them, or rename one");
        }
    }

    private void notePeriod(EnvFolder env) {
        env.dtSeconds()
                .ifPresent(
                        dt ->
                                periods.computeIfAbsent(dt, d -> new ArrayList<>())
                                        .add(env.path().toString()));
    }

    private void requireOnePeriod() {
        if (periods.size() > 1) {
            StringBuilder sentence = new StringBuilder("the time steps differ:");
            periods.forEach(
                    (dt, folders) ->
                            sentence.append(" dt ")
                                    .append(dt)
                                    .append(" s in ")
                                    .append(String.join(", ", folders))
                                    .append(';'));
            conflicts.add(sentence + " merge those of each dt on their own");
        }
    }

    private static List<String> others(Path folder, Set<String> envs, String results)
            throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.map(e -> e.getFileName().toString())
                    .filter(n -> !envs.contains(n) && !n.equals(results) && !n.startsWith("."))
                    .sorted()
                    .toList();
        }
    }
}
