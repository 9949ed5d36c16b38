package io.github.roboreel.tools.check;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.OutputLock;
import io.github.roboreel.recordings.episodes.WantedEpisodes;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.EnvFolder.DemoLocation;
import io.github.roboreel.recordings.folder.EnvFolder.RunFile;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.tools.check.Scope.ScannedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;

/** One audit of the wanted episodes of a folder. For one use. */
final class EpisodeAudits {
    private final Path path;
    private final ResultFolder folder;
    private final WantedEpisodes wanted;
    private final RunScans scans;
    private final boolean isFile;
    private final boolean isWhole;
    private final boolean isBeingRecorded;
    private final Findings findings = new Findings();
    private final AuditReport.Counts counts = new AuditReport.Counts();
    private final Map<String, List<ScannedRun>> allRuns = new HashMap<>();
    private final List<EpisodeRecord> allLines = new ArrayList<>();
    private int episodesPassedOver;
    private int runsPassedOver;
    private boolean isOurs;

    /** @param path what the report is of: the folder, or a run file in it */
    EpisodeAudits(Path path, ResultFolder folder, WantedEpisodes wanted, RunScans scans) {
        this.path = path;
        this.folder = folder;
        this.wanted = wanted;
        this.scans = scans;
        isFile = Files.isRegularFile(path);
        isWhole = wanted.isAll() && !isFile;
        isBeingRecorded = OutputLock.holderOf(folder.path()) == OutputLock.Holder.LIVING;
    }

    AuditReport run() throws IOException {
        requireRecording();
        Map<String, List<EpisodeRecord>> lines = folder.episodesByEnv();
        Set<String> names = new TreeSet<>(lines.keySet());
        folder.envs().forEach(env -> names.add(env.name()));
        for (String name : names) {
            EnvFolder env = folder.envOrMissing(name);
            if (wanted.includesEnv(name)) {
                audit(env, lines.getOrDefault(name, List.of()));
            } else {
                runsPassedOver += env.runs().size();
            }
        }
        if (isWhole) {
            new ResultsAudit(folder, isOurs, findings).run();
            new AnnotationsAudit(folder, allRuns, findings).run();
        } else {
            new ResultsAudit(folder, isOurs, findings).run(allLines);
            notePart();
        }
        return new AuditReport(path, findings.list(), counts);
    }

    private void requireRecording() {
        boolean hasRun = folder.envs().stream().anyMatch(env -> !env.runs().isEmpty());
        if (isFile && !hasRun) {
            String problem = "is no run file by its name";
            findings.error(path, "", problem, "give a run file such as run_0.hdf5 in its env folder");
        } else if (folder.isEmpty()) {
            String problem = "holds no recording: expected " + RunFolder.RESULTS + " and a folder per env";
            findings.error(path, "", problem, "give an output folder");
        }
    }

    private void audit(EnvFolder env, List<EpisodeRecord> lines) throws IOException {
        List<ScannedRun> runs = scan(env, lines);
        List<EpisodeRecord> own = wanted(env, lines, runs);
        Scope scope = new Scope(env, isOurs(env, runs), isBeingRecorded, isWhole, findings);
        List<ScannedRun> concerned = isWhole
                ? runs
                : runs.stream()
                        .filter(run -> isConcerned(run) || isNamed(env, run, own))
                        .toList();
        concerned.forEach(run -> counts.addRunFile(run.facts().episodes()));
        if (isWhole || !concerned.isEmpty() || !own.isEmpty()) {
            audit(scope, concerned, own);
        }
        allRuns.put(env.name(), runs);
        allLines.addAll(own);
        isOurs |= scope.isOurs();
    }

    private List<ScannedRun> scan(EnvFolder env, List<EpisodeRecord> lines) throws IOException {
        double dtSeconds = dtSeconds(env, lines);
        List<ScannedRun> runs = new ArrayList<>();
        for (RunFile file : env.runs()) {
            RunFacts facts = scans.scan(file.path(), wanted.filters(env, file), dtSeconds);
            episodesPassedOver += facts.episodesPassedOver();
            runs.add(new ScannedRun(file, facts));
        }
        return runs;
    }

    /** For metrics; without a configuration the lines say with what theirs were computed. */
    private static double dtSeconds(EnvFolder env, List<EpisodeRecord> lines) {
        OptionalDouble ofLines = lines.stream()
                .flatMapToDouble(line -> line.dtSeconds().stream())
                .filter(dt -> dt > 0)
                .findFirst();
        return env.dtSeconds().isPresent() || ofLines.isEmpty() ? env.dtSecondsOrDefault() : ofLines.getAsDouble();
    }

    /** The lines of demos that are wanted, and those that would be and have no demo. */
    private List<EpisodeRecord> wanted(EnvFolder env, List<EpisodeRecord> lines, List<ScannedRun> runs) {
        return wanted.isAll()
                ? lines
                : lines.stream().filter(line -> isWanted(env, line, runs)).toList();
    }

    private boolean isWanted(EnvFolder env, EpisodeRecord line, List<ScannedRun> runs) {
        Optional<DemoLocation> demo = env.demoOf(line);
        Optional<RunFacts> run = runs.stream()
                .filter(scanned ->
                        demo.filter(at -> at.file().equals(scanned.path())).isPresent())
                .map(ScannedRun::facts)
                .findFirst();
        String name = demo.map(DemoLocation::demo).orElse("");
        if (run.filter(facts -> facts.passesOver(name)).isPresent()) {
            return false;
        }
        boolean isRead = run.stream()
                .flatMap(facts -> facts.demos().stream())
                .anyMatch(read -> read.name().equals(name));
        return isRead || wanted.includes(line);
    }

    private static boolean isOurs(EnvFolder env, List<ScannedRun> runs) {
        return env.runComplete().filter(r -> r.formatVersion() != null).isPresent()
                || runs.stream().anyMatch(r -> r.facts().isOurs());
    }

    /** Which episodes are in a file that cannot be read is unknown. */
    private static boolean isConcerned(ScannedRun run) {
        return run.facts().isWhole()
                || !run.facts().demos().isEmpty()
                || !run.facts().faults().isEmpty();
    }

    private static boolean isNamed(EnvFolder env, ScannedRun run, List<EpisodeRecord> lines) {
        return lines.stream()
                .flatMap(line -> env.demoOf(line).stream())
                .anyMatch(demo -> demo.file().equals(run.path()));
    }

    private void audit(Scope scope, List<ScannedRun> runs, List<EpisodeRecord> lines) throws IOException {
        new EnvFilesAudit(scope, runs, lines).run();
        for (ScannedRun run : runs) {
            new RunAudit(scope, run, lines).run();
        }
        if (isWhole) {
            new ComparabilityAudit(scope, runs).run();
        }
        new EpisodesAudit(scope, runs, lines, folder.resultsFile().isPresent(), counts).run();
    }

    private void notePart() {
        List<String> left = new ArrayList<>();
        if (episodesPassedOver > 0) {
            left.add(episodesPassedOver + " of " + (episodesPassedOver + counts.episodes()) + " episodes");
        }
        if (runsPassedOver > 0) {
            left.add(runsPassedOver + " run files of other envs");
        }
        if (isFile) {
            left.add("the other run files of " + folder.path());
        }
        String rest = "what concerns the folder as a whole (missing and left-over files, differences between its runs,"
                + " annotations)";
        String listed = left.isEmpty() ? rest : String.join(", ", left) + ", and " + rest;
        String problem = "was checked in part; not looked at: " + listed;
        findings.note(path, "", problem, wanted.unknownName().orElse(""));
    }
}
