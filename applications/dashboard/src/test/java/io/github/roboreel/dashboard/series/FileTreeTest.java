package io.github.roboreel.dashboard.series;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.roboreel.format.FormatJson;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FileTreeTest {
    @Test
    void ofDemo_unknownSeedAndNumberThatIsNotFinite_areNullAndText() {
        Map<String, Object> attributes = new LinkedHashMap<>();
        attributes.put("seed", -1L);
        attributes.put("sim_env_id", -1L);
        attributes.put("dt", Double.NaN);

        assertEquals("{\"seed\":null,\"sim_env_id\":-1,\"dt\":\"NaN\"}", FormatJson.text(FileTree.ofDemo(attributes)));
        assertEquals("{\"seed\":0}", FormatJson.text(FileTree.ofDemo(Map.of("seed", 0L))));
    }
}
