package io.github.roboreel.dashboard.series;

import com.fasterxml.jackson.core.type.TypeReference;
import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.Ids;
import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.dashboard.api.Route;
import io.github.roboreel.dashboard.api.Settled;
import io.github.roboreel.recorder.hdf5.worker.Worker;
import io.github.roboreel.recorder.video.file.VideoFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Videos that were listed: their bytes, facts and pictures. Any thread. */
final class Media implements AutoCloseable {
    private static final String MP4 = "video/mp4";
    private static final String JPEG = "image/jpeg";
    private static final int POSTER_WIDTH = 640;
    private static final long POSTER_BYTES = 256L << 20;
    private static final int MAX_FACTS = 10_000;
    private static final Duration SILENCE = Duration.ofSeconds(30);
    private static final Worker.Limits LIMITS = new Worker.Limits(256L << 20, 2L << 30);

    private final Videos videos = new Videos();
    private final WorkerPool workers = new WorkerPool(VideoWorker.class, 1, LIMITS, SILENCE);
    private final PosterCache posters;
    private final Map<String, VideoFacts> facts = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, VideoFacts> eldest) {
            return size() > MAX_FACTS;
        }
    };

    /**
     * With a folder for pictures of videos.
     *
     * @param cache the folder; it need not exist
     */
    public Media(Path cache) {
        posters = new PosterCache(cache, POSTER_BYTES);
    }

    /** Starts the process that reads videos. */
    public void warm() {
        workers.warm((worker, silence) ->
                worker.ask(new VideoRequest("", VideoRequest.WARM, 0), new TypeReference<Boolean>() {}, silence));
    }

    /** Those that read them. */
    public WorkerPool workers() {
        return workers;
    }

    /** The videos that can be fetched. */
    public Videos videos() {
        return videos;
    }

    /** What can be asked of it. */
    public List<Route> endpoints() {
        return List.of(new Route("/media/{video}", this::file), Route.waiting("/media/{video}/poster", this::poster));
    }

    /**
     * What a video holds.
     *
     * @throws IOException in one sentence, when it cannot be read
     */
    public VideoFacts facts(VideoPlace video) throws IOException {
        String stamp = stamp(video);
        synchronized (facts) {
            if (facts.containsKey(stamp)) {
                return facts.get(stamp);
            }
        }
        VideoRequest request = new VideoRequest(video.path().toString(), VideoRequest.FACTS, 0);
        VideoFacts read = workers.ask(
                video.path(), (worker, silence) -> worker.ask(request, new TypeReference<VideoFacts>() {}, silence));
        synchronized (facts) {
            facts.put(stamp, read);
        }
        return read;
    }

    private static String stamp(VideoPlace video) throws IOException {
        return Ids.of(
                video.path().toString(),
                Long.toString(Files.size(video.path())),
                Long.toString(Files.getLastModifiedTime(video.path()).toMillis()));
    }

    private VideoPlace listed(Request request) throws Refusal {
        Optional<VideoPlace> video = videos.find(request.id("video"));
        if (video.isEmpty()) {
            throw Refusal.notFound("there is no video of that id; open its episode again");
        }
        // A finished video has another name than while it grew, and any folder may have become a link meanwhile.
        try {
            if (video.get().path().toRealPath().equals(video.get().path())) {
                return video.get();
            }
        } catch (IOException e) {
            // Refused below.
        }
        throw Refusal.notFound(video.get().path().getFileName() + " is not there any more; open its episode again");
    }

    private Answer file(Request request) throws IOException {
        return new Answer.FileContent(listed(request).path(), MP4);
    }

    private Answer poster(Request request) throws IOException {
        VideoPlace video = listed(request);
        int frame = request.integer("frame", 0, Integer.MAX_VALUE).orElse(0);
        if (video.isRecording()) {
            throw Refusal.conflict("the video is still being recorded; ask for its picture when it is finished");
        }
        String name = Ids.of(stamp(video), Integer.toString(frame));
        Optional<byte[]> known = posters.get(name);
        if (known.isPresent()) {
            return picture(video, known.get());
        }
        VideoRequest wanted = new VideoRequest(video.path().toString(), frame, POSTER_WIDTH);
        byte[] jpeg = workers.ask(video.path(), (worker, silence) -> worker.askBytes(wanted, silence));
        posters.put(name, jpeg);
        return picture(video, jpeg);
    }

    private static Answer picture(VideoPlace video, byte[] jpeg) throws IOException {
        return new Answer.Bytes(JPEG, jpeg, "", Settled.is(video.path()));
    }

    @Override
    public void close() {
        workers.close();
    }
}
