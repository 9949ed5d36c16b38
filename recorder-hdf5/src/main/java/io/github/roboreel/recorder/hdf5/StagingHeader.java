package io.github.roboreel.recorder.hdf5;

import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.FieldSchema;
import io.github.roboreel.recorder.FieldSpec;
import io.github.roboreel.recorder.RunSpec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * The header of a staging file: everything from which the run file could be made anew, as JSON
 * behind a magic number, a version, a length and a checksum.
 */
final class StagingHeader {
    /** "RBSTAGE1" read as a little-endian number. */
    static final long MAGIC = 0x3145_4741_5453_4252L;

    private StagingHeader() {}

    static byte[] json(RunSpec run, FieldSchema schema, RunAttributes attributes, long logBytes) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("format_version", StagingLayout.VERSION);
        root.put("chunk_rows", StagingLayout.CHUNK_ROWS);
        root.put("banks", StagingLayout.BANKS);
        root.put("log_bytes", logBytes);
        root.put("run", run.run());
        root.put("num_envs", run.numEnvs());
        root.put("env_name", run.envName());
        root.put("task_name", run.taskName());
        root.put("instruction_type", run.instructionType());
        root.put("attributes", run.attributes());
        root.put("config", run.envConfigJson());
        root.put("recorder_version", attributes.recorderVersion());
        root.put("recorded_at", attributes.recordedAt());
        root.put("episodes", run.episodes().stream().map(StagingHeader::episode).toList());
        root.put("schema", schema.storedSpecs().stream().map(StagingHeader::field).toList());
        return JsonText.of(root).getBytes(StandardCharsets.UTF_8);
    }

    private static Map<String, Object> episode(EpisodeInfo info) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("instruction", info.instruction());
        map.put("policy", info.policy());
        map.put("seed", info.seed());
        map.put("dt", info.dtSeconds());
        return map;
    }

    private static Map<String, Object> field(FieldSpec spec) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("path", spec.path());
        map.put("dtype", spec.dtype().label());
        map.put("shape", List.copyOf(spec.shape()));
        map.put("unit", spec.unit());
        map.put("frame", spec.frame());
        map.put("phase", spec.phase().label());
        map.put("image", spec.image());
        map.put("non_finite_allowed", spec.nonFiniteAllowed());
        return map;
    }

    /** One copy of the header as it stands in the file. */
    static ByteBuffer block(byte[] json, int headerBytes) {
        CRC32C crc = new CRC32C();
        crc.update(json);
        ByteBuffer block = ByteBuffer.allocate(headerBytes).order(ByteOrder.LITTLE_ENDIAN);
        block.putLong(MAGIC);
        block.putInt(StagingLayout.VERSION);
        block.putInt(headerBytes);
        block.putInt(json.length);
        block.putInt((int) crc.getValue());
        block.put(32, json);
        return block.position(0);
    }
}
