package io.github.roboreel.simulator;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The light in which pictures are drawn: one from far away, and a part that comes from everywhere. */
final class Lighting {
    static final double AMBIENT = 0.42;

    /** Unit vector towards the light, in the world. */
    static final double[] TOWARDS = Vectors.normalized(new double[] {0.35, 0.45, 0.85});

    private static final int TOP_SHADE = 205;
    private static final int SHADE_RANGE = 60;

    private Lighting() {}

    /** Background in a row of the picture, packed 0xRRGGBB. */
    static int background(int y, int height) {
        int shade = TOP_SHADE - SHADE_RANGE * y / height;
        return shade << 16 | (shade + 8) << 8 | (shade + 18);
    }

    /** As {@code env_cfg.json} describes it: texts, numbers, lists. */
    static Map<String, Object> describe() {
        Map<String, Object> lighting = new LinkedHashMap<>();
        lighting.put("shading", "lambert, flat");
        lighting.put("ambient", AMBIENT);
        lighting.put("directional", 1 - AMBIENT);
        lighting.put("towards_light", Arrays.stream(TOWARDS).boxed().toList());
        lighting.put("towards_light_frame", "world");
        lighting.put("background_top_rgb", rgb(background(0, 1)));
        lighting.put("background_bottom_rgb", rgb(background(1, 1)));
        return lighting;
    }

    private static List<Integer> rgb(int packed) {
        return List.of(packed >> 16 & 0xFF, packed >> 8 & 0xFF, packed & 0xFF);
    }
}
