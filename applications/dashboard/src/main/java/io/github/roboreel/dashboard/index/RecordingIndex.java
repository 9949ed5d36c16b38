package io.github.roboreel.dashboard.index;

import io.github.roboreel.dashboard.api.Ids;
import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Index of the served folders. A thread of its own looks at them every second; what it found is there at once, and
 * never changes under a reader. Thread-safe.
 */
public final class RecordingIndex implements ServedRecordings, AutoCloseable {
    private static final int MAX_ASKED = 10_000;
    private static final Logger LOG = LoggerFactory.getLogger(RecordingIndex.class);
    private static final long PAUSE_MILLIS = 1000;
    private static final long MIN_PAUSE_MILLIS = 200;

    /** So much longer than a look took is the pause after it, that looking takes little of a core. */
    private static final int PAUSE_FACTOR = 20;

    private final List<ServedFolder> served;
    private final KeptIndex kept;
    private final FolderFinder finder = new FolderFinder();
    private final Map<Path, RecordingWatch> watches = new HashMap<>();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final Map<String, EpisodesById> episodeIds = new ConcurrentHashMap<>();

    /** Episodes without a result line that were asked for. */
    private final Map<String, EpisodePlace> asked = new ConcurrentHashMap<>();

    private final EnvFolders envFolders = new EnvFolders();
    private final CompletableFuture<Void> firstLook = new CompletableFuture<>();
    private final Thread thread;
    private volatile State state = new State(Map.of(), List.of());
    private volatile boolean closed;
    private boolean isDue;

    /**
     * A folder that is served.
     *
     * @param id opaque
     * @param name of the folder
     * @param path its real path
     */
    public record ServedFolder(String id, String name, Path path) {
        static ServedFolder of(Path folder) throws IOException {
            Path real = folder.toRealPath();
            String name = real.getFileName() == null
                    ? real.toString()
                    : real.getFileName().toString();
            return new ServedFolder(Ids.of(real.toString()), name, real);
        }
    }

    /**
     * How far the first reading has come.
     *
     * @param done recordings that have been read
     * @param total recordings that were found
     */
    public record Progress(int done, int total) {}

    /** Is notified of what changes. Called by the index's thread; must not wait. */
    public interface Listener {
        /** A recording is new, has a new line, or stands otherwise. */
        void changed(IndexedRecording recording);

        /** A recording is not there any more. */
        void gone(String recording);
    }

    /**
     * What was found last.
     *
     * @param recordings by id; each is replaced as soon as it is read again, since a thousand are read at the start
     */
    private record State(Map<String, AtomicReference<IndexedRecording>> recordings, List<Path> unreadable) {}

    private RecordingIndex(List<ServedFolder> served, KeptIndex kept) {
        this.kept = kept;
        this.served = List.copyOf(served);
        this.thread = new Thread(this::run, "roboreel-index");
        this.thread.setDaemon(true);
    }

    /**
     * Begins to watch folders; their recordings' names are known when it returns.
     *
     * @param cache folder for what is kept of recordings between two starts; it need not exist
     * @throws IOException when one of them is not there
     */
    public static RecordingIndex open(List<Path> folders, Path cache) throws IOException {
        List<ServedFolder> served = new ArrayList<>();
        for (Path folder : folders) {
            served.add(ServedFolder.of(folder));
        }
        RecordingIndex index = new RecordingIndex(served.stream().distinct().toList(), new KeptIndex(cache));
        index.find();
        index.thread.start();
        return index;
    }

    public List<ServedFolder> folders() {
        return served;
    }

    /** How far the first reading has come. */
    public Progress progress() {
        List<IndexedRecording> all = indexed();
        return new Progress((int) all.stream().filter(IndexedRecording::isRead).count(), all.size());
    }

    /** Completes when every recording was read and kept once, on the index's thread. */
    public CompletableFuture<Void> firstLook() {
        return firstLook.copy();
    }

    /** Folders below the served ones that cannot be listed. */
    public List<Path> unreadable() {
        return state.unreadable;
    }

    /** All recordings with their episodes, by path. */
    public List<IndexedRecording> indexed() {
        return state.recordings.values().stream().map(AtomicReference::get).toList();
    }

    /** The recording of that id with its episodes. */
    public Optional<IndexedRecording> indexed(String id) {
        return Optional.ofNullable(state.recordings.get(id)).map(AtomicReference::get);
    }

    /**
     * The recording that a request names.
     *
     * @throws Refusal when there is none
     */
    public IndexedRecording named(String id) throws Refusal {
        return indexed(id)
                .orElseThrow(() -> Refusal.notFound(
                        "there is no such recording, or its folder is gone; look for it in the list of recordings"));
    }

    /** Calls a listener from now on. */
    public void listen(Listener listener) {
        listeners.add(listener);
    }

    @Override
    public List<Recording> all() {
        return indexed().stream().map(IndexedRecording::recording).toList();
    }

    @Override
    public Optional<Recording> recording(String id) {
        return indexed(id).map(IndexedRecording::recording);
    }

    @Override
    public boolean hasEpisode(String id) {
        return indexed().stream()
                .map(this::idsOf)
                .anyMatch(ids -> ids.find(id).isPresent() || ids.findOpen(id).isPresent());
    }

    @Override
    public Optional<EpisodePlace> episode(String id) {
        for (IndexedRecording recording : indexed()) {
            EpisodesById ids = idsOf(recording);
            Optional<EpisodePlace> place =
                    ids.find(id).map(episode -> place(recording, episode)).or(() -> ids.findOpen(id));
            if (place.isPresent()) {
                remember(place.get());
                return place;
            }
        }
        return lastKnown(id);
    }

    private void remember(EpisodePlace place) {
        if (place.line().isPresent()) {
            asked.remove(place.id());
        } else if (asked.size() < MAX_ASKED) {
            asked.put(place.id(), place);
        }
    }

    /** Between its last step and the look that finds its result line an episode is neither open nor listed. */
    private Optional<EpisodePlace> lastKnown(String id) {
        Optional<EpisodePlace> known = Optional.ofNullable(asked.get(id))
                .filter(place -> recording(place.recording().id()).isPresent());
        known.ifPresent(place -> lookSoon());
        return known;
    }

    /** The episode of that id, when it has a result line. */
    public Optional<ListedEpisode> find(String id) {
        return indexed().stream()
                .flatMap(recording -> idsOf(recording).find(id).map(e -> new ListedEpisode(recording, e)).stream())
                .findFirst();
    }

    private EpisodesById idsOf(IndexedRecording recording) {
        return episodeIds.compute(
                recording.id(),
                (id, known) ->
                        known != null && known.isOf(recording) ? known : new EpisodesById(recording, envFolders));
    }

    /** Episodes of a recording without a result line: those that are being recorded, or were when it died. */
    public List<EpisodePlace> open(String recording) {
        return indexed(recording).map(known -> idsOf(known).open()).orElse(List.of());
    }

    /** Env folders as of now. */
    public EnvFolders envFolders() {
        return envFolders;
    }

    private EpisodePlace place(IndexedRecording recording, IndexedEpisode episode) {
        Path path = recording.recording().path();
        EnvFolder env = envFolders.read(path.resolve(episode.envName()));
        boolean hasPlace = episode.place().demo() != IndexedEpisode.UNKNOWN;
        Optional<EpisodeRecord> line = episode.storedLine(path, env);
        if (line.isEmpty()) {
            lookSoon();
        }
        return new EpisodePlace(
                episode.id(path),
                recording.recording(),
                env,
                line,
                env.path().resolve(hasPlace ? episode.place().runFile() : RunFolder.runFile(0)),
                DemoPaths.demo(hasPlace ? episode.place().demo() : 0),
                episode.run(),
                episode.envId(),
                episode.outcome().dtSeconds(),
                line.isEmpty());
    }

    private void run() {
        while (!closed) {
            long begun = System.nanoTime();
            try {
                look();
            } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
                LOG.warn("the served folders could not be looked at; the next look tries again", e);
            }
            long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
            pause(Math.max(PAUSE_MILLIS, PAUSE_FACTOR * took));
        }
    }

    private synchronized void pause(long millis) {
        long begun = System.nanoTime();
        try {
            while (!closed) {
                // A look may be due already: one was asked for during the last one.
                long most = isDue ? MIN_PAUSE_MILLIS : millis;
                long left = most - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
                if (left <= 0) {
                    break;
                }
                wait(left);
            }
        } catch (InterruptedException e) {
            closed = true;
        }
        isDue = false;
    }

    @Override
    public synchronized void lookSoon() {
        isDue = true;
        notifyAll();
    }

    private void look() {
        find();
        List<RecordingWatch> sorted = watches.values().stream()
                .sorted(Comparator.comparing(RecordingWatch::path))
                .toList();
        for (RecordingWatch watch : sorted) {
            if (closed) {
                break;
            }
            watch.look().ifPresent(this::publish);
        }
        if (!closed) {
            // Those that were kept are read now, by all cores, so that a first request need not wait.
            indexed().parallelStream().forEach(recording -> recording.episodes().size());
        }
        // Takes as long as reading them, and the list need not wait for it.
        sorted.forEach(RecordingWatch::keep);
        if (!closed) {
            firstLook.complete(null);
        }
    }

    /** Recordings that have come or gone. */
    private void find() {
        List<Path> unreadable = new ArrayList<>();
        List<Path> found = finder.find(served.stream().map(ServedFolder::path).toList(), unreadable);
        Map<String, AtomicReference<IndexedRecording>> recordings = new LinkedHashMap<>();
        Map<Path, String> names = new LinkedHashMap<>();
        found.forEach(path -> names.put(path, nameIn(folderOf(path), path)));
        RecordingNames.distinct(names).forEach((path, name) -> {
            RecordingWatch watch = watches.get(path);
            AtomicReference<IndexedRecording> known = watch == null ? null : state.recordings.get(watch.id());
            // Another recording may have come or gone whose name was the same.
            if (watch == null || !watch.name().equals(name)) {
                watch = new RecordingWatch(name, path, folderOf(path).id(), kept);
                watches.put(path, watch);
            }
            recordings.put(watch.id(), known == null ? new AtomicReference<>(watch.notRead()) : known);
        });
        watches.keySet().retainAll(Set.copyOf(found));
        List<String> gone = state.recordings.keySet().stream()
                .filter(id -> !recordings.containsKey(id))
                .toList();
        state = new State(Collections.unmodifiableMap(recordings), unreadable);
        for (String id : gone) {
            episodeIds.remove(id);
            asked.values().removeIf(place -> place.recording().id().equals(id));
            listeners.forEach(listener -> listener.gone(id));
        }
    }

    private ServedFolder folderOf(Path path) {
        return served.stream()
                .filter(each -> path.startsWith(each.path()))
                .findFirst()
                .orElseThrow();
    }

    private static String nameIn(ServedFolder folder, Path path) {
        Path below = folder.path().relativize(path);
        return below.toString().isEmpty() ? folder.name() : below.toString();
    }

    private void publish(IndexedRecording recording) {
        state.recordings.get(recording.id()).set(recording);
        listeners.forEach(listener -> listener.changed(recording));
    }

    /** Ends the watch, keeping what was read for the next start; what was found stays readable. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
