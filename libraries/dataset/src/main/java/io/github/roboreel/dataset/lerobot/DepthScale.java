package io.github.roboreel.dataset.lerobot;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.Elements;
import java.nio.ByteBuffer;

/**
 * What the codes of a video of depths stand for: uint16, mm, or float32, m, where its camera gave metres. Computed in
 * float32, as LeRobot does.
 */
final class DepthScale {
    /** Element type of depths in millimetres. */
    static final DType MILLIMETRES_TYPE = DType.UINT16;

    /** Element type of depths in metres. */
    static final DType METRES_TYPE = DType.FLOAT32;

    private static final int CODES = 1 << 12;
    private static final float MILLIMETRES = 1000;
    private static final double USUAL_MIN_METRES = 0.01;
    private static final double USUAL_MAX_METRES = 10;
    private static final double USUAL_SHIFT_METRES = 3.5;

    private final boolean isMetres;
    private final double minMetres;
    private final double maxMetres;
    private final double shiftMetres;
    private final float[] values = new float[CODES];

    /**
     * Of a feature.
     *
     * @throws ExportRefusedException when what is written of its codes gives no depths
     */
    DepthScale(LeRobotFeature feature) {
        JsonNode info = feature.info();
        isMetres = info.path("depth_unit").asText().equals("m");
        minMetres = info.path("video.depth_min").asDouble(USUAL_MIN_METRES);
        maxMetres = info.path("video.depth_max").asDouble(USUAL_MAX_METRES);
        shiftMetres = info.path("video.shift").asDouble(USUAL_SHIFT_METRES);
        boolean isLogarithmic = info.path("video.use_log").asBoolean(true);
        boolean isRange = minMetres < maxMetres && Double.isFinite(minMetres) && Double.isFinite(maxMetres);
        if (!isRange || isLogarithmic && !(minMetres + shiftMetres > 0 && Double.isFinite(shiftMetres))) {
            throw new ExportRefusedException(
                    "feature '%s' has depths from %s to %s m, shifted by %s m, which no code stands for; repair meta/info.json",
                    feature.key(), minMetres, maxMetres, shiftMetres);
        }
        for (int code = 0; code < CODES; code++) {
            values[code] = inUnit(isLogarithmic ? logarithmic(code) : linear(code));
        }
    }

    private float linear(int code) {
        return code * (float) ((maxMetres - minMetres) / (CODES - 1)) + (float) minMetres;
    }

    private float logarithmic(int code) {
        double first = Math.log(minMetres + shiftMetres);
        double scale = (Math.log(maxMetres + shiftMetres) - first) / (CODES - 1);
        float exponent = code * (float) scale + (float) first;
        return (float) Math.exp(exponent) - (float) shiftMetres;
    }

    private float inUnit(float metres) {
        float inRange = Math.min(Math.max(metres, (float) minMetres), (float) maxMetres);
        return isMetres ? inRange : (float) Math.rint(inRange * MILLIMETRES);
    }

    DType dtype() {
        return isMetres ? METRES_TYPE : MILLIMETRES_TYPE;
    }

    String unit() {
        return isMetres ? "m" : "mm";
    }

    /** In words. */
    String range() {
        return minMetres + " to " + maxMetres + " m";
    }

    /** The depths of codes, uint16, little-endian each. */
    byte[] depths(byte[] codes) {
        int count = codes.length / Short.BYTES;
        ByteBuffer from = Elements.of(codes);
        ByteBuffer to = Elements.room(dtype(), count);
        for (int i = 0; i < count; i++) {
            float depth = values[from.getShort(Short.BYTES * i) & (CODES - 1)];
            Elements.putDouble(dtype(), to, i, depth);
        }
        return to.array();
    }
}
