package io.github.roboreel.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PoseOrderTest {
    @Test
    void of_rootAttributes_isXyzwFromVersion1On() {
        assertEquals(PoseOrder.XYZW, PoseOrder.of(Map.of("format_version", 1L)));
        assertEquals(PoseOrder.XYZW, PoseOrder.of(Map.of("format_version", 2L)));
        assertEquals(PoseOrder.WXYZ, PoseOrder.of(Map.of("format_version", 0L)));
        assertEquals(PoseOrder.WXYZ, PoseOrder.of(Map.of("format_version", "2.0")));
        assertEquals(PoseOrder.WXYZ, PoseOrder.of(Map.of()));
    }

    @Test
    void isToTurn_anythingButPosesOfThatFile_isFalse() {
        assertTrue(PoseOrder.XYZW.isToTurn("states/rigid_object/cube/root_pose", List.of(7L)));
        assertTrue(PoseOrder.XYZW.isToTurn("root_pose", List.of(3, 7)));
        assertFalse(PoseOrder.WXYZ.isToTurn("states/rigid_object/cube/root_pose", List.of(7L)));
        assertFalse(PoseOrder.XYZW.isToTurn("obs/cube_root_pose", List.of(7L)));
        assertFalse(PoseOrder.XYZW.isToTurn("states/rigid_object/cube/root_pose", List.of(6L)));
        assertFalse(PoseOrder.XYZW.isToTurn("states/rigid_object/cube/root_pose", List.of()));
    }

    @Test
    void toWxyz_elementsOfAnySize_movesTheLastInFrontOfTheThreeBeforeIt() {
        byte[] poses = {1, 2, 3, 10, 20, 30, 40, 4, 5, 6, 50, 60, 70, 80, 99, 99, 99, 10, 20, 30, 40};
        PoseOrder.toWxyz(poses, 14, 1);
        assertArrayEquals(
                new byte[] {1, 2, 3, 40, 10, 20, 30, 4, 5, 6, 80, 50, 60, 70, 99, 99, 99, 10, 20, 30, 40}, poses);

        byte[] wide = {1, 1, 2, 2, 3, 3, 10, 11, 20, 21, 30, 31, 40, 41};
        PoseOrder.toWxyz(wide, wide.length, 2);
        assertArrayEquals(new byte[] {1, 1, 2, 2, 3, 3, 40, 41, 10, 11, 20, 21, 30, 31}, wide);
    }
}
