package io.github.roboreel.tools.check;

import io.github.roboreel.recorder.metrics.MetricSettings;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.EnvFolder.RunFile;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.RunFileReaders;
import io.github.roboreel.recordings.folder.StoredField;
import io.github.roboreel.tools.check.Scope.ScannedRun;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Audits single runs that RoboReel recorded: the run file, and the result lines against it; neither metrics nor logs
 * nor videos. For one thread at a time.
 */
public final class RunAudits {
    private final RunScans scans = new RunScans(MetricSettings.roboLab(), RunFileReaders::open);

    /**
     * Findings about one run file.
     *
     * @param hasAttributes whether the attributes of the group {@code data} could be read
     * @param attributes of the group {@code data}
     * @param demos attributes of each demo that could be read, by env
     * @param fields the fields of the first demo whose datasets could be read, by path
     * @param errors what is wrong
     */
    public record AuditedRun(
            boolean hasAttributes,
            Map<String, Object> attributes,
            SortedMap<Integer, Map<String, Object>> demos,
            SortedMap<String, StoredField> fields,
            List<FileFault> errors) {
        private static AuditedRun of(RunFacts facts, Findings findings) {
            SortedMap<Integer, Map<String, Object>> demos = new TreeMap<>();
            for (DemoFacts demo : facts.demos()) {
                Scope.number(demo).ifPresent(env -> demos.put(env, demo.attributes()));
            }
            boolean hasAttributes = facts.faults().stream()
                    .noneMatch(f -> f.inside().isEmpty() || f.inside().equals("data"));
            List<FileFault> errors =
                    findings.list().stream().filter(FileFault::isLeftOut).toList();
            return new AuditedRun(hasAttributes, facts.attributes(), demos, facts.fields(), errors);
        }
    }

    /**
     * Reads the attributes of a run file and its fields only; damage is among the errors.
     *
     * @throws IOException when the reading was interrupted
     */
    public AuditedRun head(RunFile file) throws IOException {
        RunFacts facts = scans.head(file.path());
        Findings findings = new Findings();
        facts.faults().forEach(f -> findings.error(file.path(), f.inside(), f.problem(), f.advice()));
        return AuditedRun.of(facts, findings);
    }

    /**
     * Reads every value of a run file and holds it to what RoboReel promises.
     *
     * @param lines the run's result lines; of several of one episode the last counts
     * @throws IOException when the env's other files cannot be read, or the reading was interrupted; damage is among
     *     the errors
     */
    public AuditedRun audit(EnvFolder env, RunFile file, List<EpisodeRecord> lines) throws IOException {
        ScannedRun run = new ScannedRun(file, scans.scan(file.path(), 0));
        Findings findings = new Findings();
        Scope scope = new Scope(env, true, false, true, findings);
        new RunAudit(scope, run, lines).run();
        if (run.facts().isLive()) {
            findings.error(file.path(), "", "is open in a process that writes it", "");
        }
        for (DemoFacts demo : run.facts().demos()) {
            lineOf(demo, lines).ifPresent(line -> new LineAudit(scope, run, demo, line).run());
        }
        return AuditedRun.of(run.facts(), findings);
    }

    private static Optional<EpisodeRecord> lineOf(DemoFacts demo, List<EpisodeRecord> lines) {
        return lines.stream()
                .filter(line -> line.envId().isPresent())
                .filter(line -> line.envId().equals(Scope.number(demo)))
                .reduce((first, second) -> second);
    }
}
