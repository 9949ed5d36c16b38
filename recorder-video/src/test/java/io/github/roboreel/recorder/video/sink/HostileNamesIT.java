package io.github.roboreel.recorder.video.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.EpisodeId;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.video.CameraRun;
import io.github.roboreel.recorder.video.VideoFiles;
import io.github.roboreel.recorder.video.VideoKind;
import io.github.roboreel.recorder.video.VideoNames;
import io.github.roboreel.recorder.video.file.VideoProbe;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever the instruction, a video's files lie in the env's folder, new and listable. */
class HostileNamesIT {
    private static final List<String> PIECES = List.of(
            "..",
            "/",
            "../",
            "/etc/passwd",
            "\\",
            "\0",
            "\n",
            "\r",
            "\t",
            "\u001b[2J",
            "\u0085",
            "\u2028",
            "\u202e",
            "\ufeff",
            "\ud800",
            "\udfff",
            "~",
            "$HOME",
            "`id`",
            "*",
            "?",
            "-rf",
            ":",
            ".",
            " ",
            "\u3000",
            "_",
            "e\u0301",
            "\u00e9",
            "\ufb03",
            "\ud83c\udf4c",
            "\u6f22",
            "a",
            "Z",
            "9",
            ".recording.mp4",
            ".finishing",
            ".mp4",
            "_2_env1",
            "_viewport");

    @TempDir
    private Path outer;

    @Test
    void nothingIsEverWrittenOutsideTheFolder() throws IOException {
        Random random = new Random(23);
        for (int i = 0; i < 300; i++) {
            String instruction = hostile(random, i);
            Path folder = outer.resolve("Env");
            Files.createDirectories(folder);
            EpisodeId id = new EpisodeId(2, 0, 1 + i % 2);
            VideoKind kind = VideoKind.values()[i / 2 % 2];
            for (int attempt = 0; attempt < 2; attempt++) {
                VideoFiles files = VideoFiles.firstFree(folder, VideoNames.names(instruction, id, kind));
                requireInside(folder, files.video(), ".mp4");
                requireInside(folder, files.recording(), ".recording.mp4");
                requireInside(folder, files.finishing(), ".finishing");
            }
            try (Stream<Path> made = Files.list(folder)) {
                assertEquals(6, made.peek(HostileNamesIT::delete).count());
            }
            try (Stream<Path> all = Files.list(outer)) {
                assertEquals(List.of(folder), all.toList());
            }
        }
    }

    private static void requireInside(Path folder, Path file, String suffix) throws IOException {
        String name = file.getFileName().toString();
        assertEquals(folder, file.normalize().getParent());
        assertTrue(name.endsWith(suffix), name);
        assertTrue(name.getBytes(StandardCharsets.UTF_8).length <= 255, name);
        assertTrue(name.codePoints().noneMatch(Character::isISOControl), name);
        Files.createFile(file);
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String hostile(Random random, int i) {
        StringBuilder text = new StringBuilder();
        int pieces = i % 100 == 0 ? 3000 : random.nextInt(12);
        for (int piece = 0; piece < pieces; piece++) {
            if (random.nextInt(4) == 0) {
                text.append((char) random.nextInt(1 << 16));
            } else {
                text.append(PIECES.get(random.nextInt(PIECES.size())));
            }
        }
        return text.toString();
    }

    /** Names of cameras are in no file's name; instructions that look alike get a video each. */
    @Test
    void camerasAndInstructionsThatLookAlikeGetTheirVideos() throws Exception {
        FieldSchema schema = FieldSchema.of(
                FieldSpec.image("obs/Front_cam", 32, 32),
                FieldSpec.image("obs/front_cam", 32, 32),
                FieldSpec.image("obs/viewport_cam/view", 32, 32));
        List<String> alike = List.of("Go", "go", "go/", "e\u0301clair", "\u00e9clair", "x".repeat(10_240));
        CameraRun run = new CameraRun(outer, alike, schema);
        Path secret = Files.writeString(outer.resolve("secret"), "mine");
        Files.createDirectories(run.spec().envFolder());
        Files.createSymbolicLink(run.spec().envFolder().resolve("Go_2_env0.mp4"), secret);
        Path nowhere = outer.resolve("nowhere");
        Files.createSymbolicLink(run.spec().envFolder().resolve("go_2_env1.recording.mp4"), nowhere);
        try (EpisodeRecorder recorder = run.open(CameraRun.config("video.encoder", "jcodec"), new VideoSink())) {
            for (int env = 0; env < alike.size(); env++) {
                EpisodeSummary summary = run.record(recorder.env(env), 3, EpisodeOutcome.success(""), false);
                assertEquals(List.of(), summary.failedSinks(), alike.get(env));
            }
        }
        assertEquals("mine", Files.readString(secret));
        assertFalse(Files.exists(nowhere));
        assertEquals(2, frames(run, "Go-" + VideoNames.hash("Go") + "_2_env0.mp4"));
        assertEquals(2, frames(run, "go-" + VideoNames.hash("go") + "_2_env1.mp4"));
        assertEquals(2, frames(run, "go_2_env2.mp4"));
        assertEquals(2, frames(run, "e\u0301clair".replace("\u0301", "") + "_2_env3.mp4"));
        assertEquals(2, frames(run, "\u00e9clair_2_env4_viewport.mp4"));
        assertEquals(2 * alike.size() + 2, run.videos().size(), run.videos().toString());
    }

    private static int frames(CameraRun run, String name) throws IOException {
        return VideoProbe.read(run.spec().envFolder().resolve(name)).frames();
    }
}
