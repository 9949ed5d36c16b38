package io.github.roboreel.tools.merge;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.EnvConfig;
import io.github.roboreel.format.RunComplete;
import io.github.roboreel.format.RunFileName;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.tools.RecordingDifference;
import io.github.roboreel.tools.merge.MergePlan.Renumbering;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The envs that a merge has met so far. An env that is in a second folder is a shard: its runs get the next free
 * numbers, provided that they are runs of the same task in the same schema.
 */
final class Shards {
    /** A task may be recorded with several of them. */
    private static final String INSTRUCTION = "instruction";

    private final Path target;
    private final List<String> conflicts;
    private final List<String> notes;
    private final Map<String, Merged> envs = new HashMap<>();

    /** What is in the target, or will be, of one env. */
    private static final class Merged {
        private final Path folder;
        private final EnvRuns first;
        private final Map<Path, SortedSet<Long>> seeds = new TreeMap<>();
        private final Set<String> names = new HashSet<>();
        private long nextRun;
        private Optional<RunComplete> runComplete;
        private boolean isOpen;

        Merged(Path folder, EnvRuns first) {
            this.folder = folder;
            this.first = first;
            this.nextRun = first.nextRun();
            this.runComplete = first.env().runComplete();
        }
    }

    /** Reasons why two folders do not fit. */
    private static final class MismatchException extends Exception {
        private static final long serialVersionUID = 1L;

        MismatchException(String reason) {
            super(reason);
        }
    }

    /**
     * @param conflicts where sentences about what does not fit are added
     * @param notes where sentences about what a user may wonder at are added
     */
    Shards(Path target, List<String> conflicts, List<String> notes) {
        this.target = target;
        this.conflicts = conflicts;
        this.notes = notes;
    }

    /** The folder that brought an env first. */
    Optional<Path> folderOf(String env) {
        return Optional.ofNullable(envs.get(env)).map(merged -> merged.folder);
    }

    /**
     * Takes an env of a folder.
     *
     * @return how its runs are numbered; empty when they keep their numbers, or do not fit
     */
    Optional<Renumbering> add(ResultFolder folder, String env) {
        EnvRuns runs = EnvRuns.of(folder, env);
        Merged there = envs.putIfAbsent(env, new Merged(folder.path(), runs));
        if (there == null) {
            return Optional.empty();
        }
        try {
            open(there.first, there);
            open(runs, folder.path());
            int demosPerRun = sameDemosPerRun(there, runs);
            requireComparable(there.first, runs);
            requireSameVideos(there.first.videoKinds(demosPerRun), runs.videoKinds(demosPerRun));
            requireFewEnough(there.nextRun, runs, demosPerRun);
            return Optional.of(append(there, folder.path(), env, runs, demosPerRun));
        } catch (MismatchException e) {
            conflicts.add("env "
                    + env
                    + " is in "
                    + there.folder
                    + " and in "
                    + folder.path()
                    + ", and their runs do not fit together: "
                    + e.getMessage()
                    + "; merge only one of them, or rename one");
            return Optional.empty();
        }
    }

    private static void open(EnvRuns first, Merged there) throws MismatchException {
        if (!there.isOpen) {
            open(first, there.folder);
            there.names.addAll(names(first.env().path()));
            there.seeds.put(there.folder, first.seeds());
            there.isOpen = true;
        }
    }

    private static void open(EnvRuns runs, Path folder) throws MismatchException {
        try {
            runs.open();
        } catch (IOException e) {
            throw new MismatchException(folder + " " + e.getMessage());
        }
    }

    private static int sameDemosPerRun(Merged there, EnvRuns runs) throws MismatchException {
        EnvConfig first = there.first.env().settings();
        EnvConfig other = runs.env().settings();
        OptionalInt demos = first.demosPerRun();
        if (first.isContinuous() != other.isContinuous()) {
            throw new MismatchException("episodes are continuous in one of them only");
        }
        if (demos.isEmpty() || !demos.equals(other.demosPerRun())) {
            String name = first.isContinuous() ? AttributeNames.EPISODES_PER_FILE : AttributeNames.NUM_ENVS;
            throw new MismatchException(
                    name + " is " + text(demos) + " in the first, " + text(other.demosPerRun()) + " in the second");
        }
        return demos.getAsInt();
    }

    private static String text(OptionalInt number) {
        return number.isPresent() ? String.valueOf(number.getAsInt()) : "unknown";
    }

    private static void requireComparable(EnvRuns first, EnvRuns other) throws MismatchException {
        List<RecordingDifference> found = new ArrayList<>(RecordingDifference.ofFields(first.fields(), other.fields()));
        RecordingDifference.ofConfigs(first.config(), other.config()).stream()
                .filter(difference -> !difference.what().equals(INSTRUCTION))
                .forEach(found::add);
        if (!found.isEmpty()) {
            List<String> sentences = found.stream()
                    .map(d -> d.what() + " is " + d.one() + " in the first, " + d.other() + " in the second")
                    .toList();
            throw new MismatchException(RecordingDifference.listed(sentences));
        }
    }

    private static void requireSameVideos(Set<String> first, Set<String> other) throws MismatchException {
        if (!first.equals(other)) {
            throw new MismatchException("videos are " + first + " in the first, " + other + " in the second");
        }
    }

    private static void requireFewEnough(long firstRun, EnvRuns runs, int demosPerRun) throws MismatchException {
        long lastRun = firstRun + runs.nextRun() - 1;
        long lastEpisode = Math.max(0, runs.lastEpisode()) + firstRun * demosPerRun;
        if (lastRun > RunFileName.LAST_RUN) {
            throw new MismatchException(
                    "the last run would get the number " + lastRun + ", expected at most " + RunFileName.LAST_RUN);
        }
        if (lastEpisode > Integer.MAX_VALUE) {
            throw new MismatchException(
                    "the last episode would get the number " + lastEpisode + ", expected at most " + Integer.MAX_VALUE);
        }
    }

    private Renumbering append(Merged there, Path folder, String env, EnvRuns runs, int demosPerRun)
            throws MismatchException {
        int firstRun = Math.toIntExact(there.nextRun);
        Optional<RunComplete> runComplete =
                together(there.runComplete, runs.env().runComplete(), firstRun);
        Renumbering numbers = new Renumbering(
                env,
                firstRun,
                demosPerRun,
                freeSuffix(env, folder, firstRun),
                runComplete.map(RunComplete::text).orElse(""),
                runs.videos(demosPerRun).stream()
                        .map(video -> video.path().getFileName().toString())
                        .collect(Collectors.toCollection(TreeSet::new)));
        requireFree(there, runs.env().path(), numbers);
        noteEqualSeeds(there, folder, env, runs.seeds());
        there.seeds.merge(folder, runs.seeds(), Shards::union);
        there.runComplete = runComplete;
        there.nextRun += runs.nextRun();
        return numbers;
    }

    /** A file that looks like one of a run but is none may have the name that one would get. */
    private static void requireFree(Merged there, Path from, Renumbering numbers) throws MismatchException {
        for (String name : names(from)) {
            String renamed = numbers.nameInTarget(name);
            if (!there.names.add(renamed)) {
                throw new MismatchException(from.resolve(name)
                        + " would be called "
                        + renamed
                        + ", as another file is; move that elsewhere");
            }
        }
    }

    private static List<String> names(Path folder) throws MismatchException {
        try (Stream<Path> files = Files.exists(folder) ? Files.list(folder) : Stream.empty()) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new MismatchException(folder + " cannot be listed (" + e.getMessage() + ")");
        }
    }

    private void noteEqualSeeds(Merged there, Path folder, String env, SortedSet<Long> seeds) {
        there.seeds.forEach((other, theirs) -> {
            SortedSet<Long> both = new TreeSet<>(theirs);
            both.retainAll(seeds);
            if (!both.isEmpty()) {
                notes.add("env "
                        + env
                        + ": "
                        + both.size()
                        + " seeds are in "
                        + other
                        + " and in "
                        + folder
                        + " ("
                        + both.stream().limit(4).map(String::valueOf).collect(Collectors.joining(", "))
                        + (both.size() > 4 ? ", ..." : "")
                        + "): episodes of equal seeds begin alike and are no"
                        + " independent samples");
            }
        });
    }

    private static SortedSet<Long> union(SortedSet<Long> a, SortedSet<Long> b) {
        SortedSet<Long> both = new TreeSet<>(a);
        both.addAll(b);
        return both;
    }

    /** Empty where one of them says nothing, or something else. */
    private static Optional<RunComplete> together(
            Optional<RunComplete> first, Optional<RunComplete> second, int firstRuns) {
        if (first.isEmpty() || second.isEmpty()) {
            return Optional.empty();
        }
        RunComplete a = first.get();
        RunComplete b = second.get();
        boolean isSame = Objects.equals(a.formatVersion(), b.formatVersion())
                && Objects.equals(a.numEnvs(), b.numEnvs())
                && Objects.equals(a.episodesPerFile(), b.episodesPerFile())
                && Objects.equals(a.videoMode(), b.videoMode())
                && b.numRuns() != null;
        if (!isSame) {
            return Optional.empty();
        }
        return Optional.of(new RunComplete(
                a.formatVersion(),
                a.numEnvs(),
                firstRuns + b.numRuns(),
                a.episodesPerFile(),
                a.numEpisodes() == null || b.numEpisodes() == null ? null : a.numEpisodes() + b.numEpisodes(),
                a.videoMode(),
                Objects.equals(a.seed(), b.seed()) ? a.seed() : null,
                Objects.equals(a.instructionType(), b.instructionType()) ? a.instructionType() : null));
    }

    /** The first run's number tells shards of one merge apart. */
    private String freeSuffix(String env, Path folder, int firstRun) {
        String suffix = ".of-" + folder.getFileName() + "-from-run-" + firstRun;
        String free = suffix;
        for (int i = 2; isTaken(env, free); i++) {
            free = suffix + "-" + i;
        }
        return free;
    }

    private boolean isTaken(String env, String suffix) {
        Path folder = target.resolve(env);
        return Files.exists(folder.resolve(RunFolder.ENV_CONFIG + suffix))
                || Files.exists(folder.resolve(RunFolder.RUN_COMPLETE + suffix))
                || Files.exists(folder.resolve(RunFolder.RUN_COMPLETE + suffix + "-before"));
    }
}
