package io.github.roboreel.dataset.rlds;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.CodedOutputStream;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.rlds.EpisodesWriter.Written;
import io.github.roboreel.dataset.rlds.RldsOptions.ImageFormat;
import io.github.roboreel.dataset.rlds.ValueCodec.Encoding;
import io.github.roboreel.format.DType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The worked example of the format's specification: one episode, 3 steps. */
class WorkedExampleTest {
    private static final int PAYLOAD_BYTES = 572;
    private static final HexFormat HEX = HexFormat.of();

    @TempDir
    Path folder;

    @Test
    void declaresTheFeatures() throws IOException {
        assertEquals(given("tiny_arm_features.json"), FeaturesFile.declare(features()));
    }

    @Test
    void writesTheDatasetInfo() throws IOException {
        RldsOptions options = new RldsOptions(
                folder, "tiny_arm", Optional.empty(), "1.0.0", ImageFormat.PNG, RewardPolicy.RECORDED, false);
        DatasetInfoFile info = DatasetInfoFile.of(
                        options, RldsAbout.NONE, "One episode.", List.of(DatasetInfoFile.TRAIN))
                .plus(new Written(List.of(1L), PAYLOAD_BYTES, 0));
        info.write(folder);
        assertEquals(given("tiny_arm_dataset_info.json"), JsonFiles.read(DatasetInfoFile.in(folder)));
        assertEquals("tiny_arm-train.tfrecord-00000-of-00001", info.shardFile(0));
    }

    @Test
    void writesTheRecord() throws IOException {
        byte[] record = record();
        assertEquals(12 + PAYLOAD_BYTES + 4, record.length);
        assertBytes("3c02000000000000 d45784a5 0ab904", record, 0);
        String text = HEX.formatHex(record);
        for (String entry : entries()) {
            String hex = entry.replace(" ", "");
            assertEquals(text.indexOf(hex), text.lastIndexOf(hex), entry);
            assertEquals(0, text.indexOf(hex) % 2, entry);
        }
    }

    /** The specification's bytes of each entry, in their order. */
    private static List<String> entries() {
        return List.of(
                "0a24 0a0a 657069736f64655f6964 1216 0a14 0a12 " + hex("run_0-env_0-demo_0"),
                "0a10 0a07 696e76616c6964 1205 1a03 0a01 00",
                "0a2c 0a0c "
                        + hex("steps/action")
                        + "121c 121a 0a18 0000803f 000080bf 0000003f 000000bf 00000000 00000000",
                "0a22 0a0e " + hex("steps/discount") + "1210 120e 0a0c 0000803f 00000000 00000000",
                "0a19 0a0e " + hex("steps/is_first") + "1207 1a05 0a03 010000",
                hex("steps/is_last") + "1207 1a05 0a03 000001",
                hex("steps/is_terminal") + "1207 1a05 0a03 000001",
                "0afa01 0a17 " + hex("steps/observation/image") + "12de01 0adb01 0a47 89504e47",
                "0a3b 0a1b " + hex("steps/observation/joint_pos") + "121c 121a 0a18",
                "0a20 0a0c " + hex("steps/reward") + "1210 120e 0a0c 00000000 0000803f 00000000");
    }

    @Test
    void readsTheRecordBack() throws IOException {
        Path file = folder.resolve("record");
        Files.write(file, record());
        StringBuilder found = new StringBuilder();
        try (TfRecordReader records = new TfRecordReader(file)) {
            records.next(payload -> ExampleReader.read(payload, (key, kind) -> {
                found.append(key).append(' ').append(kind).append('\n');
                return new ValueDecoder(ValueCodec.text(), (rows, length) -> {}, count -> {});
            }));
        }
        assertEquals("""
                episode_id BYTES
                invalid INT64
                steps/action FLOAT
                steps/discount FLOAT
                steps/is_first INT64
                steps/is_last INT64
                steps/is_terminal INT64
                steps/observation/image BYTES
                steps/observation/joint_pos FLOAT
                steps/reward FLOAT
                """, found.toString());
    }

    private static void assertBytes(String hex, byte[] bytes, int from) {
        byte[] expected = HEX.parseHex(hex.replace(" ", ""));
        assertArrayEquals(expected, Arrays.copyOfRange(bytes, from, from + expected.length));
    }

    private static String hex(String text) {
        return HEX.formatHex(text.getBytes(StandardCharsets.UTF_8));
    }

    private byte[] record() throws IOException {
        try (ExampleBuilder example = new ExampleBuilder(folder.resolve("scratch"), Integer.MAX_VALUE);
                ShardWriter records = new ShardWriter(folder, Long.MAX_VALUE)) {
            example.begin("the example");
            for (RldsFeature feature : features()) {
                example.add(feature.key(), feature.codec().kind(), list -> write(feature, list));
            }
            records.write(example);
        }
        return Files.readAllBytes(folder.resolve("shard-0"));
    }

    private static List<RldsFeature> features() {
        ValueCodec pair = ValueCodec.ofRow(DType.FLOAT32, List.of(2L));
        ValueCodec number = ValueCodec.ofRow(DType.FLOAT32, List.of());
        ValueCodec flag = ValueCodec.ofRow(DType.BOOL, List.of());
        return List.of(
                feature("steps/reward", number, floats(0, 1, 0), 3),
                feature("steps/observation/joint_pos", pair, floats(0, .5f, .25f, .75f, .5f, 1), 3),
                feature(
                        "steps/observation/image",
                        new ValueCodec(Encoding.PNG, DType.UINT8, List.of(4L, 4L, 3L)),
                        new byte[0],
                        3),
                feature("steps/is_terminal", flag, new byte[] {0, 0, 1}, 3),
                feature("steps/is_last", flag, new byte[] {0, 0, 1}, 3),
                feature("steps/is_first", flag, new byte[] {1, 0, 0}, 3),
                feature("steps/discount", number, floats(1, 0, 0), 3),
                feature("steps/action", pair, floats(1, -1, .5f, -.5f, 0, 0), 3),
                feature("invalid", flag, new byte[] {0}, 1),
                feature("episode_id", ValueCodec.text(), "run_0-env_0-demo_0".getBytes(StandardCharsets.UTF_8), 1));
    }

    /** The example's pictures have 71 bytes each; ours depend on Java's deflater. */
    private static void write(RldsFeature feature, CodedOutputStream list) throws IOException {
        if (!feature.isPicture()) {
            feature.write(null, list, count -> {});
            return;
        }
        byte[] png = Arrays.copyOf(HEX.parseHex("89504e47"), 71);
        for (int picture = 0; picture < 3; picture++) {
            list.writeByteArray(1, png);
        }
    }

    private static RldsFeature feature(String key, ValueCodec codec, byte[] values, int count) {
        return new RldsFeature(key, codec, (episode, rows) -> rows.rows(values, count));
    }

    private static byte[] floats(float... values) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * 4).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(values);
        return bytes.array();
    }

    private static JsonNode given(String name) throws IOException {
        try (InputStream json = WorkedExampleTest.class.getResourceAsStream(name)) {
            return new ObjectMapper().readTree(json);
        }
    }
}
