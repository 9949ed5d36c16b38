package io.github.roboreel.recorder.bench;

import io.github.roboreel.recorder.bench.VideoReport.VideoResult;
import io.github.roboreel.recorder.video.container.VideoWriter;
import io.github.roboreel.recorder.video.encode.VideoCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Writes the same frames with every encoder in turn, as many videos at the same time as there are streams, each on a
 * thread of its own, as the peer gives each a process of its own.
 */
final class VideoScenario {
    private final Path folder;
    private final Path raw;
    private final int width;
    private final int height;
    private final int streams;
    private final int frames;
    private final int fps;
    private final VideoPeer peer;

    VideoScenario(Path folder, Path raw, int width, int height, int streams, int frames, int fps) {
        this.folder = folder;
        this.raw = raw;
        this.width = width;
        this.height = height;
        this.streams = streams;
        this.frames = frames;
        this.fps = fps;
        this.peer = new VideoPeer(raw, width, height, fps);
    }

    /** Rounds over all encoders, the peer last; each one's fastest round is reported. */
    VideoReport run(List<VideoCodec> codecs, boolean withPeer, int rounds) throws IOException, InterruptedException {
        if (!Files.exists(raw)) {
            peer.run(folder, 1, 1);
        }
        List<ByteBuffer> scene = scene();
        Map<String, VideoResult> best = new LinkedHashMap<>();
        VideoResult bestOfPeer = null;
        for (int round = 0; round < rounds; round++) {
            for (VideoCodec codec : codecs) {
                String name = codec.name().toLowerCase(Locale.ROOT);
                best.merge(name, measure(codec, scene), VideoResult::faster);
            }
            if (withPeer) {
                VideoResult result = peer.run(folder, streams, frames);
                bestOfPeer = bestOfPeer == null ? result : bestOfPeer.faster(result);
            }
        }
        return new VideoReport(width + "x" + height, streams, frames, fps, rounds, best, bestOfPeer);
    }

    private List<ByteBuffer> scene() throws IOException {
        int bytes = 3 * width * height;
        List<ByteBuffer> scene = new ArrayList<>();
        try (FileChannel file = FileChannel.open(raw)) {
            if (file.size() < bytes || file.size() % bytes != 0) {
                throw new IllegalArgumentException(
                        raw + " has " + file.size() + " bytes; expected whole RGB24 frames of " + bytes);
            }
            for (long at = 0; at < file.size(); at += bytes) {
                ByteBuffer frame = ByteBuffer.allocateDirect(bytes);
                while (frame.hasRemaining()) {
                    file.read(frame, at + frame.position());
                }
                scene.add(frame.clear());
            }
        }
        return scene;
    }

    private VideoResult measure(VideoCodec codec, List<ByteBuffer> scene) throws IOException, InterruptedException {
        List<Path> videos = new ArrayList<>();
        for (int stream = 0; stream < streams; stream++) {
            videos.add(folder.resolve(codec + "_" + stream + ".mp4"));
        }
        ExecutorService workers = Executors.newFixedThreadPool(streams);
        try {
            long start = System.nanoTime();
            List<Future<Path>> written = new ArrayList<>();
            for (Path video : videos) {
                written.add(workers.submit(() -> write(codec, scene, video)));
            }
            for (Future<Path> video : written) {
                video.get();
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            return new VideoResult(
                    frames * streams / seconds,
                    (double) Files.size(videos.get(0)) / frames,
                    peer.psnr(videos.get(0), frames, scene.size()));
        } catch (ExecutionException e) {
            throw new IOException(codec + " failed: " + e.getCause().getMessage(), e.getCause());
        } finally {
            workers.shutdownNow();
            for (Path video : videos) {
                Files.deleteIfExists(video);
            }
        }
    }

    private Path write(VideoCodec codec, List<ByteBuffer> scene, Path video) throws IOException {
        try (VideoWriter writer = VideoWriter.create(video, width, height, 1.0 / fps, codec)) {
            for (int frame = 0; frame < frames; frame++) {
                writer.write(scene.get(frame % scene.size()), frame);
            }
            return writer.finish();
        }
    }
}
