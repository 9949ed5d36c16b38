package io.github.roboreel.dataset.lerobot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.roboreel.dataset.ExportRefusedException;
import org.junit.jupiter.api.Test;

class FeatureKeysTest {
    @Test
    void namesDifferInMoreThanTheirCase() {
        LeRobotFeature.Keys keys = new LeRobotFeature.Keys();
        keys.take("robolab.grid", "grid");
        keys.take("robolab.grids", "grids");
        String message = assertThrows(ExportRefusedException.class, () -> keys.take("robolab.Grid", "Grid"))
                .getMessage();
        assertEquals(
                "'grid' and 'Grid' both become 'robolab.Grid', since a slash becomes a dot and"
                        + " capital letters count as small ones; rename one of them",
                message);
    }
}
