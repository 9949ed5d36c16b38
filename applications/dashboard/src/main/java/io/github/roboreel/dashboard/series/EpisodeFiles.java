package io.github.roboreel.dashboard.series;

import com.fasterxml.jackson.core.type.TypeReference;
import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.dashboard.api.Settled;
import io.github.roboreel.dashboard.index.EpisodePlace;
import io.github.roboreel.dashboard.index.ServedRecordings;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.FileFaultException;
import io.github.roboreel.recorder.hdf5.worker.Worker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Run files of episodes, read by workers. Any thread. */
final class EpisodeFiles implements AutoCloseable {
    private static final int WORKERS = 2;
    private static final Duration SILENCE = Duration.ofSeconds(30);

    /** A page waits for it, and shows the rest without it. */
    private static final Duration SILENCE_OF_FACTS = Duration.ofSeconds(10);

    private static final Worker.Limits LIMITS = new Worker.Limits(640L << 20, 4L << 30);

    private final ServedRecordings recordings;
    private final WorkerPool workers = new WorkerPool(RowsWorker.class, WORKERS, LIMITS, SILENCE);

    EpisodeFiles(ServedRecordings recordings) {
        this.recordings = recordings;
    }

    WorkerPool workers() {
        return workers;
    }

    /** Starts them. */
    void warm() {
        workers.warm((worker, silence) -> worker.ask(RowsRequest.WARM, new TypeReference<Boolean>() {}, silence));
    }

    /** The episode that a request names. */
    EpisodePlace episode(Request request) throws Refusal {
        return recordings.episode(request.id("episode")).orElseThrow(Refusal::noEpisode);
    }

    /** Whether there is an episode of that id. */
    boolean has(String id) {
        return recordings.hasEpisode(id);
    }

    /**
     * The run file, which is in its recording's folder. It is there, unless the recorder has left but its staging file.
     *
     * @throws Refusal in one sentence, when it is not
     */
    static Path runFile(EpisodePlace episode) throws Refusal {
        boolean hasPlace = episode.line()
                .map(line -> episode.env().demoOf(line).isPresent())
                .orElse(true);
        if (!hasPlace || episode.demo().isEmpty()) {
            throw Refusal.notFound("the result line names neither run and env nor a demo, so its data is not known");
        }
        Path file = episode.runFile();
        if (Files.isDirectory(file.getParent()) && !Files.isReadable(file.getParent())) {
            throw Refusal.notFound(file.getParent() + " may not be read by this server; change its rights");
        }
        boolean wasRemoved = episode.run().isPresent()
                && episode.env().isRemoved(episode.run().getAsInt());
        if (!Files.isRegularFile(file) && !Files.isRegularFile(staging(file))) {
            throw Refusal.notFound(file.getFileName()
                    + (wasRemoved
                            ? " was removed after its upload; fetch it from where it was uploaded to"
                            : " is not there, so only the result line is known; copy it back from a backup"));
        }
        try {
            Path real = Files.exists(file)
                    ? file.toRealPath()
                    : file.getParent().toRealPath().resolve(file.getFileName());
            if (real.startsWith(episode.recording().path())) {
                return real;
            }
        } catch (IOException e) {
            throw Refusal.notFound(file.getFileName() + " cannot be reached: " + e.getMessage());
        }
        throw Refusal.notFound(
                file.getFileName() + " is a link that leads out of the recording, so it is not read; copy it there");
    }

    private static Path staging(Path runFile) {
        return runFile.resolveSibling(RunFolder.stagingOf(runFile.getFileName().toString()));
    }

    /** Whether the run file that was asked will hardly change. */
    static boolean isSettled(RowsRequest asked) throws IOException {
        Path file = Path.of(asked.file());
        return !Files.exists(staging(file)) && Settled.is(file);
    }

    /** A request about an episode. */
    RowsRequest request(EpisodePlace episode, RowsRequest.Call call) throws Refusal {
        return new RowsRequest(runFile(episode).toString(), episode.demo(), "", call);
    }

    /** About the episode that a request names. */
    RowsRequest request(Request request, RowsRequest.Call call) throws Refusal {
        return request(episode(request), call);
    }

    /** Asks for a document. */
    <A> A ask(RowsRequest request, TypeReference<A> type) throws IOException {
        return answer(request, (asked, worker, silence) -> worker.ask(asked, type, silence));
    }

    byte[] askBytes(RowsRequest request) throws IOException {
        return answer(request, (asked, worker, silence) -> worker.askBytes(asked, silence));
    }

    DemoOverview describe(EpisodePlace episode) throws IOException {
        return answer(
                request(episode, new RowsRequest.Describe()),
                (asked, worker, silence) -> worker.ask(asked, new TypeReference<DemoOverview>() {}, SILENCE_OF_FACTS));
    }

    @FunctionalInterface
    private interface Question<A> {
        A put(RowsRequest request, Worker worker, Duration silence) throws IOException;
    }

    /** A run file that ends its reader hides nothing that is staged beside it. */
    private <A> A answer(RowsRequest request, Question<A> question) throws IOException {
        Path file = Path.of(request.file());
        try {
            return answer(file, request, question);
        } catch (FileFaultException e) {
            if (!Files.exists(staging(file))) {
                throw e;
            }
            return answer(staging(file), request.without(String.valueOf(e.getMessage())), question);
        }
    }

    private <A> A answer(Path file, RowsRequest request, Question<A> question) throws IOException {
        try {
            return workers.ask(file, (worker, silence) -> question.put(request, worker, silence));
        } catch (IllegalArgumentException e) {
            throw Refusal.badRequest(e.getMessage());
        }
    }

    @Override
    public void close() {
        workers.close();
    }
}
