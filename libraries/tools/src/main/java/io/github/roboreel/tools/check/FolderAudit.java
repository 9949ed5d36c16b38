package io.github.roboreel.tools.check;

import io.github.roboreel.format.DemoHeader;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.OutputLock;
import io.github.roboreel.recorder.metrics.MetricSettings;
import io.github.roboreel.recorder.spi.RunReaders;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.EnvFolder.RunFile;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.recordings.folder.RunFileReaders;
import io.github.roboreel.tools.check.Scope.ScannedRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;

/**
 * Audits output folders. A folder of RoboReel is held to all that RoboReel promises, another recorder's to what it
 * contains. For one thread at a time.
 */
public final class FolderAudit {
    private final RunScans scans;

    /**
     * An audit of folders on this machine.
     *
     * @param robot what the robot's datasets mean, for the metrics
     */
    public FolderAudit(MetricSettings robot) {
        this(robot, RunFileReaders::open);
    }

    /**
     * An audit whose run files are opened by other readers.
     *
     * @param robot what the robot's datasets mean, for the metrics
     * @param readers what opens the run files; no damage may bring it down
     */
    public FolderAudit(MetricSettings robot, RunReaders readers) {
        scans = new RunScans(robot, readers);
    }

    /**
     * Reads everything in a folder and holds it together.
     *
     * @throws IOException when there is no such folder, it cannot be listed, or the audit was interrupted; damage is no
     *     exception but a finding
     */
    public AuditReport audit(Path path) throws IOException {
        Findings findings = new Findings();
        ResultFolder folder = ResultFolder.open(path);
        boolean isBeingRecorded = OutputLock.holderOf(path) == OutputLock.Holder.LIVING;
        if (folder.isEmpty()) {
            String problem = "holds no recording: expected " + RunFolder.RESULTS + " and a folder per env";
            findings.error(path, "", problem, "give an output folder");
        }
        AuditReport.Counts counts = new AuditReport.Counts();
        Map<String, List<EpisodeRecord>> lines = folder.episodesByEnv();
        Set<String> names = new TreeSet<>(lines.keySet());
        folder.envs().forEach(env -> names.add(env.name()));
        boolean isOurs = false;
        Map<String, List<ScannedRun>> allRuns = new HashMap<>();
        for (String name : names) {
            EnvFolder env = folder.envOrMissing(name);
            List<EpisodeRecord> own = lines.getOrDefault(name, List.of());
            List<ScannedRun> runs = scan(env, own, counts);
            allRuns.put(name, runs);
            Scope scope = new Scope(env, isOurs(env, runs), isBeingRecorded, findings);
            audit(scope, runs, own, folder.resultsFile().isPresent(), counts);
            isOurs |= scope.isOurs();
        }
        new ResultsAudit(folder, isOurs, findings).run();
        new AnnotationsAudit(folder, allRuns, findings).run();
        return new AuditReport(path, findings.list(), counts);
    }

    private List<ScannedRun> scan(EnvFolder env, List<EpisodeRecord> lines, AuditReport.Counts counts)
            throws IOException {
        double dtSeconds = dtSeconds(env, lines);
        List<ScannedRun> runs = new ArrayList<>();
        for (RunFile file : env.runs()) {
            RunFacts facts = scans.scan(file.path(), dtSeconds);
            long demos = facts.demos().stream()
                    .filter(demo -> !DemoHeader.isUnused(demo.attributes()))
                    .count();
            counts.addRunFile((int) demos);
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

    private static boolean isOurs(EnvFolder env, List<ScannedRun> runs) {
        return env.runComplete().filter(r -> r.formatVersion() != null).isPresent()
                || runs.stream().anyMatch(r -> r.facts().isOurs());
    }

    private static void audit(
            Scope scope,
            List<ScannedRun> runs,
            List<EpisodeRecord> lines,
            boolean hasResults,
            AuditReport.Counts counts)
            throws IOException {
        new EnvFilesAudit(scope, runs, lines).run();
        for (ScannedRun run : runs) {
            new RunAudit(scope, run, lines).run();
        }
        new ComparabilityAudit(scope, runs).run();
        new EpisodesAudit(scope, runs, lines, hasResults, counts).run();
    }
}
