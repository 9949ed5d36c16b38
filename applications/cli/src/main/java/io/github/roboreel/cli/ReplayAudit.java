package io.github.roboreel.cli;

import io.github.roboreel.fleet.export.FolderChoice;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.episodes.ChosenEpisodes;
import io.github.roboreel.recordings.episodes.EpisodeChoice;
import io.github.roboreel.recordings.episodes.RecordedEpisode;
import io.github.roboreel.recordings.folder.EnvFolder.DemoLocation;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.FileFault.Severity;
import io.github.roboreel.recordings.folder.FolderArguments;
import io.github.roboreel.runner.replay.EpisodeReplay;
import io.github.roboreel.runner.replay.Replay;
import io.github.roboreel.runner.replay.ReplayRequest;
import io.github.roboreel.runner.replay.ReplayResult;
import io.github.roboreel.runner.replay.Tolerances;
import io.github.roboreel.tools.check.AuditReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The deepest part of an audit: the folder's episodes are replayed, each from its seed and actions.
 *
 * @param home the installation's folder
 * @param folder what was audited, and which of its episodes
 * @param choice which of those
 */
record ReplayAudit(Path home, FolderChoice folder, EpisodeChoice choice) {
    /** What is to be known of an env folder once, however many demos it concerns. */
    private record Remark(Path envFolder, String sentence) {}

    /**
     * Replays what the report's folder holds. An episode that does not come out as recorded is an error; why one was
     * not replayed, or what was not compared, is a note, once per env. Run files with errors are left alone: a damaged
     * one can bring the HDF5 library down.
     *
     * @throws IOException when the folder cannot be listed
     */
    AuditReport extend(AuditReport report) throws IOException {
        Set<Path> faulty = filesOf(report, true);
        Set<Path> known = filesOf(report, false);
        Predicate<DemoLocation> isWanted = wanted(report.folder());
        ReplayResult result = Replay.of(new ReplayRequest(
                report.folder(),
                episode -> !faulty.contains(episode.location().file()) && isWanted.test(episode.location()),
                ReplayRequest.World.recorded(home.resolve("config")),
                0,
                Tolerances.EXACT,
                Optional.empty()));
        List<FileFault> found = new ArrayList<>();
        result.episodes().stream()
                .filter(ReplayAudit::hasDiverged)
                .map(ReplayAudit::error)
                .forEach(found::add);
        found.addAll(notes(result.episodes()));
        result.problems().stream()
                .filter(problem -> !known.contains(problem.file()))
                .forEach(found::add);
        long replayed = result.episodes().stream()
                .filter(episode -> episode.refusal().isEmpty())
                .count();
        return report.withReplay(found, (int) replayed);
    }

    /** Those that were audited. */
    private Predicate<DemoLocation> wanted(Path place) throws IOException {
        if (choice.wantsAll() && folder.demos() == null) {
            return demo -> true;
        }
        Set<DemoLocation> wanted = ChosenEpisodes.readable(List.of(place), choice).episodes().stream()
                .filter(episode -> folder.demos() == null || folder.includes(episode))
                .map(episode -> new DemoLocation(FolderArguments.real(episode.file()), episode.demo()))
                .collect(Collectors.toSet());
        return demo -> wanted.contains(new DemoLocation(FolderArguments.real(demo.file()), demo.demo()));
    }

    private static Set<Path> filesOf(AuditReport report, boolean errorsOnly) {
        return report.findings().stream()
                .filter(finding -> !errorsOnly || finding.severity() == Severity.ERROR)
                .map(FileFault::file)
                .collect(Collectors.toSet());
    }

    private static boolean hasDiverged(EpisodeReplay replay) {
        return replay.refusal().isEmpty() && !replay.isTracked();
    }

    private static FileFault error(EpisodeReplay replay) {
        RecordedEpisode recorded = replay.recorded();
        DemoLocation at = recorded.location();
        return new FileFault(
                at.file(),
                0,
                DemoPaths.inData(at.demo()),
                "does not replay: " + ReplayReport.verdict(replay),
                Sentence.of(
                        "where neither task nor simulator has changed, it is damaged; see: roboreel replay %s --episodes"
                                + " %d",
                        at.file(), recorded.episode()),
                Severity.ERROR);
    }

    private static List<FileFault> notes(List<EpisodeReplay> replays) {
        Map<Remark, List<DemoLocation>> remarks = new LinkedHashMap<>();
        for (EpisodeReplay replay : replays) {
            Path envFolder = replay.recorded().location().file().getParent();
            List<String> sentences = new ArrayList<>();
            replay.refusal().ifPresent(why -> sentences.add("is not replayed: " + why));
            replay.notes().forEach(note -> sentences.add("is replayed, and " + note));
            replay.provenance().forEach(difference -> sentences.add("is replayed, and " + difference));
            for (String sentence : sentences) {
                remarks.computeIfAbsent(new Remark(envFolder, sentence), remark -> new ArrayList<>())
                        .add(replay.recorded().location());
            }
        }
        List<FileFault> notes = new ArrayList<>();
        remarks.forEach((remark, demos) -> notes.add(note(remark, demos)));
        return notes;
    }

    private static FileFault note(Remark remark, List<DemoLocation> demos) {
        String more = demos.size() > 1 ? " and " + (demos.size() - 1) + " more" : "";
        DemoLocation first = demos.get(0);
        return new FileFault(
                first.file(), 0, DemoPaths.inData(first.demo()) + more, remark.sentence(), "", Severity.NOTE);
    }
}
