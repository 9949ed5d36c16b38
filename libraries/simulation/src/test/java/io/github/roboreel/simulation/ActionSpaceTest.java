package io.github.roboreel.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.FieldSignal;
import java.util.List;
import org.junit.jupiter.api.Test;

class ActionSpaceTest {
    @Test
    void signal_ofNamedValues_saysNamesUnitsAndBounds() {
        ActionSpace space = new ActionSpace(List.of(
                new ActionSpace.Value("shoulder", "rad", -3, 3),
                new ActionSpace.Value("grip", "1", 0, Double.POSITIVE_INFINITY)));
        assertEquals(
                new FieldSignal(
                        List.of("shoulder", "grip"),
                        List.of("rad", ""),
                        List.of(-3.0, 0.0),
                        List.of(3.0, Double.POSITIVE_INFINITY),
                        List.of(),
                        ""),
                space.signal("rad, 1"));
    }

    @Test
    void signal_ofABoxInTheFieldsUnit_saysBoundsOnly() {
        assertEquals(
                new FieldSignal(List.of(), List.of(), List.of(-1.0, -1.0), List.of(1.0, 1.0), List.of(), ""),
                ActionSpace.box(2, "N", -1, 1).signal("N"));
    }

    @Test
    void signal_ofAnUnboundedBox_saysNothing() {
        ActionSpace space = ActionSpace.box(2, "1", Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
        assertTrue(space.signal("").isEmpty());
    }

    @Test
    void signal_ofEqualNames_leavesThemOut() {
        ActionSpace space = new ActionSpace(
                List.of(new ActionSpace.Value("motor", "N", 0, 1), new ActionSpace.Value("motor", "N", 0, 1)));
        assertEquals(List.of(), space.signal("N").names());
    }
}
