package io.github.roboreel.recorder.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KnownFieldTest {
    @ParameterizedTest
    @ValueSource(strings = {"ee_pose", "left_ee_pose", "right_ee_pose", "robot_root_pose"})
    void posesOfTheRobotAreFloat32(String group) {
        assertEquals(
                Optional.of(new KnownField(DType.FLOAT32, List.of(4L), false)), KnownField.of(group + "/orientation"));
        assertEquals(
                Optional.of(new KnownField(DType.FLOAT32, List.of(3L), false)),
                KnownField.of(group + "/linear_velocity"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"hand_ee_pose/position", "robot_root_pose", "obs/ee_pose/position"})
    void otherNamesMeanNothingToReaders(String path) {
        assertTrue(KnownField.of(path).isEmpty());
    }

    @Test
    void aJointsShapeIsTheRobots() {
        KnownField joints =
                KnownField.of("states/articulation/arm/joint_position").orElseThrow();
        assertTrue(joints.hasShape(List.of(13)));
        assertEquals("[n]", joints.shapeText());
    }
}
