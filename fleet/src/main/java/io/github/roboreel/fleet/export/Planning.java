package io.github.roboreel.fleet.export;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.shards.ShardSurvey;
import io.github.roboreel.dataset.shards.ShardedExporter;
import io.github.roboreel.fleet.engine.Engine;
import io.github.roboreel.fleet.export.ShardOutcome.Unreadable;
import io.github.roboreel.fleet.folders.FaultRow;
import io.github.roboreel.fleet.folders.FleetFolder;
import io.github.roboreel.fleet.folders.Scratch;
import io.github.roboreel.fleet.storage.Entry;
import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.fleet.storage.Storage;
import io.github.roboreel.fleet.storage.Storages;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.folder.FileFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One planning of an export: looks at all folders, decides, and writes the plan into the work folder. */
final class Planning {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Storages storages;
    private final Map<String, String> settings;
    private final ExportRequest request;
    private final List<FolderChoice> folders;

    private final References episodes = new References();
    private final List<FolderSurvey> surveys = new ArrayList<>();
    private ShardSurvey all;

    Planning(Storages storages, Map<String, String> settings, ExportRequest request, List<FolderChoice> folders) {
        this.storages = storages;
        this.settings = settings;
        this.request = request;
        this.folders = List.copyOf(folders);
    }

    /**
     * Plans.
     *
     * @throws ExportRefusedException when the episodes make no dataset
     */
    PlannedExport plan(Engine engine, ExportProgress progress) throws IOException {
        Location target = request.target();
        Location survey = WorkFolder.survey(target, requestName(request, folders));
        try {
            look(engine, survey, progress);
            requireDistinct();
            ShardedExporter exporter = request.exporter();
            all = joined(exporter);
            return decided(exporter, survey, Set.of(), new Lost(List.of(), List.of()));
        } catch (ExportRefusedException e) {
            List<Entry> others = WorkFolder.all(storages, target);
            if (others.size() == 1 && others.get(0).location().equals(survey)) { // nothing was begun that needs it
                storages.of(survey).delete(survey);
            }
            throw e;
        }
    }

    /** A function of what was asked for, whatever the folders hold. */
    static String requestName(ExportRequest request, List<FolderChoice> folders) throws IOException {
        Sha256 name = new Sha256().add(JSON.writeValueAsString(request));
        for (FolderChoice folder : folders) {
            name.add(folder.folder().location().text());
            name.add(folder.demos() == null ? "*" : new java.util.TreeSet<>(folder.demos()).toString());
        }
        return name.name();
    }

    private void look(Engine engine, Location survey, ExportProgress progress) throws IOException {
        progress.phase("looking at folders", folders.size());
        FolderSurvey[] found = new FolderSurvey[folders.size()];
        engine.run("survey", folders, new SurveyTask(request, settings, survey), (index, result) -> {
            found[index] = result;
            progress.advanced(1);
        });
        for (FolderSurvey each : found) {
            if (!each.refusal().isEmpty()) {
                throw new ExportRefusedException(each.refusal());
            }
            episodes.addAll(surveys.size(), each.episodes());
            surveys.add(each.withoutEpisodes());
        }
    }

    /** Unless only the first is wanted, an episode that is there twice is a source that was named twice. */
    private void requireDistinct() throws IOException {
        int[] repeated = request.dedup() ? new int[0] : EpisodeOrder.repeated(episodes);
        if (repeated.length > 0) {
            throw new ExportRefusedException(
                    "%s is the same episode as %s; name each folder once, or have duplicates left out",
                    facts(repeated[0]).where(), facts(repeated[1]).where());
        }
    }

    private EpisodeFacts facts(int episode) throws IOException {
        References.Reference at = episodes.get(episode);
        Location file = surveys.get(episodes.folder(episode)).facts();
        return ShardEpisodes.facts(
                storages, new ShardEpisodes.Part(file, new FactsFile.Place(at.offset(), at.length())));
    }

    private ShardSurvey joined(ShardedExporter exporter) throws IOException {
        ShardSurvey joined = exporter.survey(request.changes());
        for (FolderSurvey each : surveys) {
            joined.add(exporter.survey(JSON.readTree(each.surveyJson())));
        }
        return joined;
    }

    /**
     * What earlier plans of the same export found.
     *
     * @param problems episodes that cannot be read
     * @param superseded work folders of those plans
     */
    private record Lost(List<FaultRow> problems, List<String> superseded) {}

    /** Once more without what cannot be read, as far as earlier tries of the same plan found it. */
    private PlannedExport decided(ShardedExporter exporter, Location survey, Set<String> without, Lost lost)
            throws IOException {
        long bytes = request.shardBytes() > 0 ? request.shardBytes() : exporter.usualShardBytes();
        References left = readable(without);
        ShardPlan shards = ShardPlan.of(request, left, bytes);
        if (shards.shards().isEmpty()) {
            throw new ExportRefusedException("no episode is left to export; check the sources and the filters");
        }
        WorkFolder work = WorkFolder.of(request.target(), planName(without), storages);
        Set<String> unreadable = new LinkedHashSet<>(without);
        List<FaultRow> problems = new ArrayList<>(lost.problems());
        for (Unreadable found : unreadable(work)) {
            if (unreadable.add(key(found.facts(), found.offset()))) {
                problems.add(fault(found));
            }
        }
        if (unreadable.size() > without.size()) {
            List<String> superseded = new ArrayList<>(lost.superseded());
            superseded.add(work.root().text());
            return decided(exporter, survey, unreadable, new Lost(problems, superseded));
        }
        PlannedExport plan = document(work, survey, shards, left, lost);
        plan.dataset(); // refuses what makes no dataset before anything is made
        if (!work.isRenamed()) {
            claim(work);
        }
        List<Location> facts = surveys.stream().map(FolderSurvey::facts).toList();
        ShardList.writeAll(storages, work, shards, left, facts);
        WorkFolder.write(storages, work.plan(), plan.json());
        return plan;
    }

    /** Where the dataset's files are put at the target, only one export may put some, until the user decides. */
    private void claim(WorkFolder work) throws IOException {
        Storage storage = storages.of(work.target());
        String own = planName(Set.of());
        if (storage.find(work.claim()).isEmpty() && !storage.list(work.target()).isEmpty()) {
            throw Commit.exists(work.target());
        }
        try (Scratch scratch = Scratch.create()) {
            Path claim = Files.writeString(scratch.path().resolve("claim"), JSON.writeValueAsString(own));
            if (storage.putNew(claim, work.claim())) {
                return;
            }
        }
        if (!own.equals(WorkFolder.read(storages, work.claim()).textValue())) {
            throw new ExportRefusedException(
                    "%s was begun with other options, or before the sources changed; delete it and %s to begin anew",
                    work.target(), work.claim());
        }
    }

    private PlannedExport document(WorkFolder work, Location survey, ShardPlan shards, References left, Lost lost) {
        Map<String, Integer> leftOut = new LinkedHashMap<>();
        Map<String, Long> notable = new LinkedHashMap<>();
        List<FaultRow> problems = new ArrayList<>();
        for (FolderSurvey each : surveys) {
            each.leftOut().forEach((why, count) -> leftOut.merge(why, count, Integer::sum));
            each.notable().forEach((what, count) -> notable.merge(what, count, Long::sum));
            problems.addAll(each.problems());
        }
        problems.addAll(lost.problems());
        int distinct = EpisodeOrder.distinct(left).length;
        return new PlannedExport(
                PlannedExport.VERSION,
                request,
                work.target().text(),
                work.root().text(),
                survey.text(),
                lost.superseded(),
                work.isRenamed(),
                all.json(),
                shards.shards(),
                leftOut,
                notable,
                left.size() - distinct,
                distinct - shards.order().length,
                problems);
    }

    private References readable(Set<String> without) {
        if (without.isEmpty()) {
            return episodes;
        }
        References left = new References();
        for (int i = 0; i < episodes.size(); i++) {
            String facts = surveys.get(episodes.folder(i)).facts().text();
            if (!without.contains(key(facts, episodes.get(i).offset()))) {
                left.add(episodes, i);
            }
        }
        return left;
    }

    private static String key(String facts, long offset) {
        return facts + "\0" + offset;
    }

    /** A function of the request and of what the folders hold. */
    private String planName(Set<String> without) throws IOException {
        Sha256 name = new Sha256().add(JSON.writeValueAsString(request));
        for (int i = 0; i < folders.size(); i++) {
            name.add(folders.get(i).folder().location().text())
                    .add(surveys.get(i).state());
            name.add(
                    folders.get(i).demos() == null
                            ? "*"
                            : new java.util.TreeSet<>(folders.get(i).demos()).toString());
        }
        without.forEach(name::add);
        return name.name();
    }

    private List<Unreadable> unreadable(WorkFolder work) throws IOException {
        List<Unreadable> found = new ArrayList<>();
        for (Entry entry : WorkFolder.documents(storages, work.allUnreadable())) {
            found.addAll(JSON.treeToValue(WorkFolder.read(storages, entry.location()), ShardOutcome.class)
                    .unreadable());
        }
        return found;
    }

    private FaultRow fault(Unreadable lost) {
        FleetFolder folder = folderOf(lost);
        String file = named(folder, lost.file());
        String problem = named(folder, lost.problem());
        return FaultRow.of(FileFault.leftOut(
                FileFault.file(file), "has an episode that cannot be read: " + problem, "check the recording"));
    }

    private FleetFolder folderOf(Unreadable lost) {
        for (int i = 0; i < surveys.size(); i++) {
            if (surveys.get(i).facts().text().equals(lost.facts())) {
                return folders.get(i).folder();
            }
        }
        throw new IllegalStateException("no folder has the facts " + lost.facts());
    }

    private static String named(FleetFolder folder, String text) {
        return text.replace(folder.location().text(), folder.name());
    }
}
