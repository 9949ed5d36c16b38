package io.github.roboreel.recorder.video;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What ffprobe and ffmpeg, which share no code with our MP4 layer, make of a video. */
public final class PlayedVideo {
    private final Path file;
    private final Map<String, String> stream;
    private final int width;
    private final int height;
    private final byte[] rgb;

    private PlayedVideo(Path file, Map<String, String> stream, byte[] rgb) {
        this.file = file;
        this.stream = stream;
        this.width = Integer.parseInt(stream.get("width"));
        this.height = Integer.parseInt(stream.get("height"));
        this.rgb = rgb;
    }

    /** Plays a whole file; any complaint of a decoder fails the test. */
    public static PlayedVideo of(Path file) throws Exception {
        Tool probe = Tool.run(
                "ffprobe",
                "-v",
                "error",
                "-count_frames",
                "-select_streams",
                "v:0",
                "-show_entries",
                "stream=codec_name,pix_fmt,width,height,nb_read_frames,avg_frame_rate,duration",
                "-of",
                "default=nw=1",
                file.toString());
        assertEquals("", probe.err(), "ffprobe on " + file);
        Map<String, String> stream = probe.text()
                .lines()
                .map(line -> line.split("=", 2))
                .collect(Collectors.toMap(kv -> kv[0], kv -> kv[1]));
        Tool decoded = Tool.run(
                "ffmpeg",
                "-v",
                "error",
                "-i",
                file.toString(),
                "-vsync",
                "0",
                "-f",
                "rawvideo",
                "-pix_fmt",
                "rgb24",
                "-");
        assertEquals("", decoded.err(), "ffmpeg on " + file);
        PlayedVideo video = new PlayedVideo(file, stream, decoded.out());
        assertEquals("h264", stream.get("codec_name"));
        assertEquals("yuv420p", stream.get("pix_fmt"));
        assertEquals(video.frames() * 3 * video.width * video.height, decoded.out().length);
        return video;
    }

    public int width() {
        return width;
    }

    public int height() {
        return height;
    }

    public int frames() {
        return Integer.parseInt(stream.get("nb_read_frames"));
    }

    public String frameRate() {
        return stream.get("avg_frame_rate");
    }

    public double durationSeconds() {
        return Double.parseDouble(stream.get("duration"));
    }

    /** Mean of one channel over a rectangle of a frame. */
    public double mean(int frame, int left, int top, int right, int bottom, int channel) {
        long sum = 0;
        for (int y = top; y < bottom; y++) {
            for (int x = left; x < right; x++) {
                sum += rgb[3 * ((frame * height + y) * width + x) + channel] & 0xff;
            }
        }
        return (double) sum / ((right - left) * (bottom - top));
    }

    /** Mean of one channel over a whole frame. */
    public double mean(int frame, int channel) {
        return mean(frame, 0, 0, width, height, channel);
    }

    /** Mean absolute difference of a frame from packed RGB24 of its size. */
    public double meanError(int frame, byte[] expected) {
        long sum = 0;
        for (int i = 0; i < expected.length; i++) {
            sum += Math.abs((rgb[frame * expected.length + i] & 0xff) - (expected[i] & 0xff));
        }
        return (double) sum / expected.length;
    }

    /** Whether both have the same pictures, pixel for pixel. */
    public boolean shows(PlayedVideo other) {
        return width == other.width && height == other.height && Arrays.equals(rgb, other.rgb);
    }

    /** Of each encoded picture when it is decoded and shown, whether it is a key, and its MD5. */
    public static List<String> packets(Path file) throws Exception {
        return probed(file, "packet=pts_time,dts_time,flags,data_hash");
    }

    /** Of each encoded picture the index of the byte behind it. */
    public static List<Long> packetEnds(Path file) throws Exception {
        return probed(file, "packet=size,pos").stream()
                .map(line -> line.split(","))
                .map(c -> Long.parseLong(c[0]) + Long.parseLong(c[1]))
                .toList();
    }

    private static List<String> probed(Path file, String entries) throws Exception {
        Tool probe = Tool.run(
                "ffprobe",
                "-v",
                "error",
                "-show_data_hash",
                "md5",
                "-show_entries",
                entries,
                "-of",
                "csv=p=0",
                file.toString());
        assertEquals("", probe.err(), "ffprobe on " + file);
        return probe.text().lines().toList();
    }

    public void assertFastStart() throws Exception {
        String bytes = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        int moov = bytes.indexOf("moov");
        assertTrue(moov > 0 && moov < bytes.indexOf("mdat"), file + " has its header at the end");
        assertEquals(-1, bytes.indexOf("moof"), file + " is still fragmented");
    }
}
