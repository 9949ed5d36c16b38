package io.github.roboreel.recorder;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.SetAside;
import io.github.roboreel.format.fault.Sentence;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Event logs that grow while their episodes are recorded, for live readers; the log of an episode that has ended takes
 * the place of its own. Producers pay nothing: a thread of this one looks at their events every now and then, and a
 * disk that hangs or is full holds up no other thread. What cannot be written is left out, for the rest of that
 * episode.
 */
final class LiveEventLogs {
    private static final Logger LOG = LoggerFactory.getLogger(LiveEventLogs.class);
    private static final long PERIOD_MILLIS = 200;
    private static final long LAST_WORK_SECONDS = 2;

    private final RunSpec run;
    private final ScheduledExecutorService thread;
    // For that thread alone.
    private final Map<EpisodeId, Progress> episodes = new LinkedHashMap<>();
    private boolean warned;

    /** How far an episode's file is. */
    private static final class Progress {
        private final IntFunction<List<EpisodeEvent>> eventsFrom;
        private int written;
        private boolean failed;

        Progress(IntFunction<List<EpisodeEvent>> eventsFrom) {
            this.eventsFrom = eventsFrom;
        }
    }

    /** Of a run, with a thread that {@link #start} puts to work. */
    LiveEventLogs(RunSpec run) {
        this.run = run;
        thread = Executors.newSingleThreadScheduledExecutor(this::thread);
    }

    private Thread thread(Runnable work) {
        Thread created = new Thread(work, "roboreel-run" + run.run() + "-events");
        created.setDaemon(true);
        return created;
    }

    /** Begins to look. Once. */
    void start() {
        thread.scheduleWithFixedDelay(this::writeAll, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    /**
     * Follows an episode from now on. Any thread.
     *
     * @param eventsFrom its events from that number on; asked by the thread of this
     */
    void add(EpisodeId episode, IntFunction<List<EpisodeEvent>> eventsFrom) {
        later(() -> episodes.put(episode, new Progress(eventsFrom)));
    }

    /** The episode's log is written, or it has none. Any thread; does not wait. */
    void remove(EpisodeId episode) {
        later(() -> delete(episode));
    }

    private void later(Runnable work) {
        try {
            thread.execute(work);
        } catch (RejectedExecutionException stopped) {
            // The run is closed; what is there stays.
        }
    }

    /** Ends it, and waits for a short while until the files of episodes that have ended are gone. */
    void stop() {
        thread.shutdown();
        try {
            thread.awaitTermination(LAST_WORK_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread.shutdownNow();
    }

    private void writeAll() {
        episodes.forEach(this::write);
    }

    private void write(EpisodeId episode, Progress progress) {
        List<EpisodeEvent> events = progress.failed ? List.of() : progress.eventsFrom.apply(progress.written);
        if (events.isEmpty()) {
            return;
        }
        try {
            append(file(episode), events, progress.written == 0);
            progress.written += events.size();
        } catch (IOException | RuntimeException e) {
            progress.failed = true;
            warn(episode, e);
        }
    }

    private static void append(Path file, List<EpisodeEvent> events, boolean first) throws IOException {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        for (EpisodeEvent event : events) {
            lines.writeBytes(EventLogFile.encode(event));
            lines.write('\n');
        }
        if (first) {
            SetAside.move(file);
        }
        StandardOpenOption created = first ? StandardOpenOption.CREATE_NEW : StandardOpenOption.WRITE;
        Files.write(file, lines.toByteArray(), created, StandardOpenOption.APPEND);
    }

    private void delete(EpisodeId episode) {
        Progress progress = episodes.remove(episode);
        try {
            if (progress != null && (progress.written > 0 || progress.failed)) {
                Files.deleteIfExists(file(episode));
            }
        } catch (IOException e) {
            warn(episode, e);
        }
    }

    private Path file(EpisodeId episode) {
        return run.envFolder().resolve(RunFolder.liveLogFile(episode.run(), episode.env()));
    }

    /** Once, since only live readers lack it. */
    private void warn(EpisodeId episode, Exception cause) {
        if (!warned) {
            warned = true;
            LOG.warn(
                    "the events of {} in run {} do not show while it is recorded: {}",
                    episode.demoName(),
                    run.run(),
                    Sentence.reasonOf(cause));
        }
    }
}
