package io.github.roboreel.fleet.export;

import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.fleet.engine.Engine;
import io.github.roboreel.fleet.engine.InOrder;
import io.github.roboreel.fleet.export.ShardOutcome.Unreadable;
import io.github.roboreel.fleet.folders.FaultRow;
import io.github.roboreel.fleet.folders.FleetFolder;
import io.github.roboreel.fleet.folders.Scratch;
import io.github.roboreel.fleet.storage.Entry;
import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.fleet.storage.Storage;
import io.github.roboreel.fleet.storage.Storages;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recordings.folder.FileFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** One planning of an export: looks at all folders, decides, and writes the plan into the work folder. */
final class Planning {
    private final Storages storages;
    private final Map<String, String> settings;
    private final ExportRequest request;
    private final List<FolderChoice> folders;
    private final FleetSurvey found;

    Planning(Storages storages, Map<String, String> settings, ExportRequest request, List<FolderChoice> folders) {
        this.storages = storages;
        this.settings = settings;
        this.request = request;
        this.folders = List.copyOf(folders);
        found = new FleetSurvey(request);
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
            request.choice().requireKnown(found.names());
            requireDistinct();
            return decided(survey);
        } catch (RoboReelException e) {
            List<Entry> others = WorkFolder.all(storages, target);
            if (others.size() == 1 && others.get(0).location().equals(survey)) { // nothing was begun that needs it
                storages.of(survey).delete(survey);
            }
            throw e;
        }
    }

    /** A function of what was asked for, whatever the folders hold. */
    static String requestName(ExportRequest request, List<FolderChoice> folders) throws IOException {
        Sha256 name = new Sha256().add(WorkFolder.JSON.writeValueAsString(request));
        for (FolderChoice folder : folders) {
            name.add(folder.folder().location().text());
            name.add(folder.demos() == null ? "*" : new TreeSet<>(folder.demos()).toString());
        }
        return name.name();
    }

    private void look(Engine engine, Location survey, ExportProgress progress) throws IOException {
        progress.phase("looking at folders", folders.size());
        InOrder<FolderSurvey> inOrder = new InOrder<>(found);
        engine.run("survey", folders, new SurveyTask(request, settings, survey), (index, result) -> {
            inOrder.take(index, result);
            progress.advanced(1);
        });
    }

    /** Unless only the first is wanted, an episode that is there twice is a source that was named twice. */
    private void requireDistinct() throws IOException {
        int[] repeated = request.dedup() ? new int[0] : EpisodeOrder.repeated(found.episodes());
        if (repeated.length > 0) {
            throw new ExportRefusedException(
                    "%s is the same episode as %s; name each folder once, or have duplicates left out",
                    whereIs(repeated[0]), whereIs(repeated[1]));
        }
    }

    private String whereIs(int episode) throws IOException {
        KeptEpisode kept = found.episode(storages, episode);
        return kept.file() + ", " + DemoPaths.inData(kept.facts().demo());
    }

    /** Without what cannot be read, as far as earlier plans of the same export found it. */
    private PlannedExport decided(Location survey) throws IOException {
        Unreadables unreadable = Unreadables.none();
        WorkFolder work = work(unreadable);
        for (Unreadables more = unreadable.and(storages, work);
                more.size() > unreadable.size();
                more = unreadable.and(storages, work)) {
            unreadable = more;
            work = work(unreadable);
        }
        References left = found.without(unreadable);
        long usual = found.exporter().usualShardBytes();
        ShardPlan shards = ShardPlan.of(request, left, request.shardBytes() > 0 ? request.shardBytes() : usual);
        if (shards.shards().isEmpty()) {
            throw new RoboReelException(
                    request.choice().hasFilters() ? Kind.BAD_ARGUMENT : Kind.UNSUPPORTED,
                    "no episode is left to export; check the sources and the filters");
        }
        PlannedExport plan = document(work, survey, shards, left, unreadable);
        plan.dataset(); // refuses what makes no dataset before anything is made
        if (!work.isRenamed()) {
            claim(plan);
        }
        if (storages.of(work.plan()).find(work.plan()).isEmpty()) {
            ShardList.writeAll(storages, work, shards, left, found.facts());
            WorkFolder.write(storages, work.plan(), plan.json());
        }
        return plan;
    }

    private WorkFolder work(Unreadables without) throws IOException {
        return WorkFolder.of(request.target(), planName(without), storages);
    }

    /** A function of the request and of what was found, so that two plans never share a folder. */
    private String planName(Unreadables without) throws IOException {
        Sha256 name = new Sha256().add(requestName(request, folders));
        name.add(String.valueOf(Planning.class.getPackage().getImplementationVersion()));
        found.addTo(name);
        without.addTo(name);
        return name.name();
    }

    /** Where the dataset's files are put at the target, only one export may put some, until the user decides. */
    private void claim(PlannedExport plan) throws IOException {
        WorkFolder work = plan.work();
        Storage storage = storages.of(work.target());
        if (storage.find(work.claim()).isEmpty() && !storage.list(work.target()).isEmpty()) {
            throw Commit.exists(work.target());
        }
        try (Scratch scratch = Scratch.create()) {
            Path claim = Files.writeString(
                    scratch.path().resolve("claim"),
                    WorkFolder.JSON.writeValueAsString(plan.place().claim()));
            if (!storage.putNew(claim, work.claim())
                    && !work.isClaimedBy(plan.place().claim(), storages)) {
                throw new ExportRefusedException(
                        "%s was begun with other options, or before the sources changed; delete it and %s to start again",
                        work.target(), work.claim());
            }
        }
    }

    private PlannedExport document(
            WorkFolder work, Location survey, ShardPlan shards, References left, Unreadables unreadable)
            throws IOException {
        int distinct = EpisodeOrder.distinct(left).length;
        return new PlannedExport(
                PlannedExport.VERSION,
                request,
                new PlannedExport.Place(
                        work.target().text(),
                        work.root().text(),
                        survey.text(),
                        planName(Unreadables.none()),
                        work.isRenamed()),
                found.all().json(),
                shards.shards(),
                Remarks.of(found.remarks(), unreadable.list().stream().map(this::fault)),
                left.size() - distinct,
                distinct - shards.order().length);
    }

    private FaultRow fault(Unreadable lost) {
        FleetFolder folder =
                folders.get(found.facts().indexOf(new Location(lost.facts()))).folder();
        Path own = FileFault.file(folder.location().text());
        return FaultRow.of(FileFault.leftOut(
                        FileFault.file(lost.file()),
                        "has an episode that cannot be read: " + lost.problem(),
                        "check the recording")
                .renamed(own, folder.name()));
    }
}
