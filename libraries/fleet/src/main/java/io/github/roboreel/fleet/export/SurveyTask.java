package io.github.roboreel.fleet.export;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.ShardSurvey;
import io.github.roboreel.fleet.engine.Task;
import io.github.roboreel.fleet.export.References.Reference;
import io.github.roboreel.fleet.folders.FaultRow;
import io.github.roboreel.fleet.folders.FleetFolder;
import io.github.roboreel.fleet.folders.FolderView;
import io.github.roboreel.fleet.folders.Scratch;
import io.github.roboreel.fleet.storage.Entry;
import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.fleet.storage.Storage;
import io.github.roboreel.fleet.storage.Storages;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.EpisodeMetadata;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.RunReader;
import io.github.roboreel.recordings.episodes.ChosenEpisodes;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import io.github.roboreel.recordings.episodes.LeftOut;
import io.github.roboreel.recordings.episodes.UnreadableEpisodeException;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.transform.HashSplit;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Looks at the episodes of a folder: keeps what is known of each in a file below the work folder, and reports what a
 * plan needs to know.
 *
 * @param request what is to be made
 * @param settings of the storages
 * @param into the folder for the files of facts
 */
record SurveyTask(ExportRequest request, Map<String, String> settings, Location into)
        implements Task<FolderChoice, FolderSurvey> {
    private static final int NAME_CHARACTERS = 32;

    @Override
    public FolderSurvey run(FolderChoice choice) throws IOException {
        Storages storages = new Storages(settings);
        FleetFolder folder = choice.folder();
        try (FolderView view = FolderView.open(folder, storages, FolderView.Part.RESULTS);
                Scratch scratch = Scratch.create()) {
            String state = state(storages.of(folder.location()), folder.location());
            Path file = scratch.path().resolve("facts");
            Look look = new Look(view, choice);
            try (FactsFile.Writer facts = new FactsFile.Writer(file)) {
                look.all(facts);
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedIOException("the survey was interrupted"); // what it did not read is not damaged
            }
            view.requireStore();
            // Named by what it holds: a plan never finds another one's.
            Location place = into.child(Sha256.ofFile(file).substring(0, NAME_CHARACTERS) + ".facts");
            storages.of(into).put(file, place);
            return look.survey(place, state);
        }
    }

    /** Names, sizes and versions of what the folder and its env folders hold, other than what recorders lock with. */
    private static String state(Storage storage, Location folder) throws IOException {
        Sha256 state = new Sha256();
        for (Entry entry : storage.list(folder)) {
            if (entry.isFolder()) {
                for (Entry inner : storage.list(entry.location())) {
                    add(state, entry.name() + "/" + inner.name(), inner);
                }
            } else {
                add(state, entry.name(), entry);
            }
        }
        return state.hex();
    }

    private static void add(Sha256 state, String name, Entry entry) {
        if (!entry.isFolder() && !name.startsWith(".")) {
            state.add(name).add(Long.toString(entry.bytes())).add(entry.version());
        }
    }

    /** One folder's look. */
    private final class Look {
        private final FolderView view;
        private final FolderChoice choice;
        private final ShardSurvey survey = request.exporter().survey(request.changes());
        private final References episodes = new References();
        private final Map<String, Long> notable = new LinkedHashMap<>();
        private final Map<Path, String> recordedAt = new HashMap<>();
        private final List<FileFault> unreadable = new ArrayList<>();
        private ChosenEpisodes chosen;
        private String refusal = "";

        Look(FolderView view, FolderChoice choice) {
            this.view = view;
            this.choice = choice;
        }

        void all(FactsFile.Writer facts) throws IOException {
            chosen = ChosenEpisodes.readable(List.of(view.path()), request.choice(), this::open);
            try {
                chosen.look((episode, reader) -> {
                    if (choice.includes(view, episode) && reader.numSamples() > 0) {
                        takeReadable(episode, reader, facts);
                    }
                });
            } catch (ExportRefusedException e) {
                refusal = view.named(e.getMessage());
            }
        }

        /** When a run was recorded is known of its file alone. */
        private RunReader open(Path file) throws IOException {
            RunReader run = view.runReaders().open(file);
            if (!recordedAt.containsKey(file)) {
                recordedAt.put(file, readRecordedAt(run));
            }
            return run;
        }

        private static String readRecordedAt(RunReader run) {
            try {
                return String.valueOf(run.attributes().get(AttributeNames.RECORDED_AT));
            } catch (IOException e) {
                return ""; // reading its demos reports the damage
            }
        }

        private void takeReadable(EpisodeFacts facts, EpisodeReader reader, FactsFile.Writer file) throws IOException {
            try {
                take(facts, reader, file);
            } catch (UnreadableEpisodeException e) {
                unreadable.add(FileFault.leftOut(
                        e.file(), "has an episode that cannot be read: " + e.getMessage(), "check the recording"));
            }
        }

        private void take(EpisodeFacts facts, EpisodeReader reader, FactsFile.Writer file) throws IOException {
            KeptEpisode kept = KeptEpisode.of(facts, view);
            String begun = recordedAt.getOrDefault(facts.file(), "");
            String key = HashSplit.key(kept.facts()) + "\0" + begun;
            long[] identity = request.dedup() ? content(reader) : identity(kept.facts(), begun, reader);
            // Known by where it lies for all, but with videos that this machine can look into.
            EpisodeFacts here = kept.withVideos(facts.videos());
            EpisodeSource one = request.changed(visitor -> visitor.visit(here, reader));
            long[] bytes = {0};
            one.look((changed, arrays) -> {
                if (survey.readsVideos(arrays)) {
                    fetchVideos(changed);
                }
                bytes[0] += survey.add(changed, arrays);
            });
            int split = request.splitOf(key);
            FactsFile.Place place = file.add(kept);
            Reference reference =
                    new Reference(place.offset(), place.length(), steps(one), bytes[0], order(identity), split);
            episodes.add(0, reference, identity[0], identity[1]);
            count("incomplete", facts.ending() == EpisodeFacts.Ending.INCOMPLETE);
            count(EpisodeMetadata.STEP_SCHEDULE, facts.attributes().containsKey(EpisodeMetadata.STEP_SCHEDULE));
            count(EpisodeMetadata.IRREGULAR_STEPS, facts.attributes().containsKey(EpisodeMetadata.IRREGULAR_STEPS));
        }

        private void fetchVideos(EpisodeFacts facts) throws IOException {
            for (List<Path> files : facts.videos().values()) {
                for (Path file : files) {
                    view.whole(file);
                }
            }
        }

        private void count(String name, boolean isSo) {
            if (isSo) {
                notable.merge(name, 1L, Long::sum);
            }
        }

        private long steps(EpisodeSource one) throws IOException {
            long[] steps = {0};
            one.look((changed, arrays) -> steps[0] += arrays.numSamples());
            return steps[0];
        }

        /** Names of folders and instants may be equal on two machines, identities are not. */
        private long order(long[] identity) {
            return request.seed().isPresent()
                    ? new Sha256()
                            .add(Long.toString(request.seed().getAsLong()))
                            .add(Long.toHexString(identity[0]))
                            .add(Long.toHexString(identity[1]))
                            .words()[0]
                    : 0;
        }

        FolderSurvey survey(Location facts, String state) {
            Map<String, Integer> leftOut = new LinkedHashMap<>();
            chosen.leftOut().forEach((LeftOut why, Integer count) -> leftOut.put(why.name(), count));
            List<FaultRow> problems = Stream.concat(chosen.problems().stream(), unreadable.stream())
                    .map(view::named)
                    .map(FaultRow::of)
                    .toList();
            return new FolderSurvey(
                    facts,
                    state,
                    survey.json().toString(),
                    episodes,
                    chosen.names(),
                    new Remarks(leftOut, notable, problems),
                    refusal);
        }
    }

    /** Whatever its folder and run are called by now: when it was recorded, else what is in it. */
    private static long[] identity(EpisodeFacts facts, String recordedAt, EpisodeReader reader) throws IOException {
        Sha256 sha = reader.has(DemoPaths.WALL_TIME)
                ? new Sha256().add(recordedAt)
                : Sha256.ofContent(reader).add(HashSplit.key(facts));
        sha.add(facts.envName()).add(facts.demo()).add(Long.toString(reader.numSamples()));
        if (reader.has(DemoPaths.WALL_TIME)) {
            long rows = reader.info(DemoPaths.WALL_TIME).rows();
            sha.add(reader.readBytes(DemoPaths.WALL_TIME, 0, Math.min(1, rows)));
            sha.add(reader.readBytes(DemoPaths.WALL_TIME, Math.max(0, rows - 1), rows));
        }
        return sha.words();
    }

    /** Of the actions and the state the episode started from. */
    private static long[] content(EpisodeReader reader) throws IOException {
        return Sha256.ofContent(reader).words();
    }
}
