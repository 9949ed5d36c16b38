package io.github.roboreel.runner.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

class DriftPartTest {
    private static final FieldSpec POSE = FieldSpec.step("states/pose", DType.FLOAT64, 7);

    private static List<String> parts(FieldSpec field) {
        return DriftPart.of(field).stream()
                .map(part -> part.unit() + " " + part.kind() + " " + part.from() + "-" + part.to())
                .toList();
    }

    @Test
    void of_aUnitOfSeveralNames_givesEachItsShare() {
        assertEquals(List.of("m NUMBER 0-3", "rad QUATERNION 3-7"), parts(POSE.withUnit("m, quaternion wxyz")));
        assertEquals(
                List.of("m NUMBER 0-3", "rad QUATERNION 3-7"),
                parts(POSE.withUnit("m, quaternion xyzw").withQuaternion("xyzw")));
    }

    @Test
    void of_aDeclaredQuaternion_cutsItFromTheEnd() {
        assertEquals(
                List.of("m NUMBER 0-3", "rad QUATERNION 3-7"),
                parts(POSE.withUnit("m").withQuaternion("xyzw")));
        FieldSpec rotation = FieldSpec.step("states/q", DType.FLOAT32, 2, 4).withQuaternion("wxyz");
        assertEquals(List.of("rad QUATERNION 0-4"), parts(rotation));
    }

    @Test
    void of_unitsOfElements_joinsNeighbours() {
        FieldSpec joints = FieldSpec.step("states/q", DType.FLOAT64, 5).withUnits("m", "m", "rad", "rad", "");
        assertEquals(List.of("m NUMBER 0-2", "rad ANGLE 2-4", " NUMBER 4-5"), parts(joints));
        assertEquals(
                List.of("m NUMBER 0-3", "rad QUATERNION 3-7"),
                parts(POSE.withUnits("m", "m", "m", "", "", "", "").withQuaternion("xyzw")));
    }

    @Test
    void of_unitsThatEachRowHas_areThoseOfTheLastAxis() {
        FieldSpec poses = FieldSpec.step("states/links", DType.FLOAT64, 2, 7);
        String[] units = {"m", "m", "m", "", "", "", "", "m", "m", "m", "", "", "", ""};
        assertEquals(
                List.of("m NUMBER 0-3", "rad QUATERNION 3-7"),
                parts(poses.withUnits(units).withQuaternion("xyzw")));
        units[7] = "rad";
        assertEquals(List.of(" NUMBER 0-7"), parts(poses.withUnits(units)));
    }

    @Test
    void of_wholeNumbers_flagsAndCountsAreExact() {
        FieldSpec counts = FieldSpec.step("states/counts", DType.INT32, 3);
        assertEquals(List.of(" EXACT 0-3"), parts(counts.withUnits("", "", "1")));
        assertEquals(List.of(" EXACT 0-1", "mm NUMBER 1-3"), parts(counts.withUnits("", "mm", "mm")));
    }

    @Test
    void between_ofAQuaternionAndItsOpposite_isNoDrift() {
        DriftPart rotation = DriftPart.of(POSE.withQuaternion("xyzw")).get(1);
        double[] recorded = {1, 2, 3, 0, 0.6, 0, 0.8};
        double[] replayed = {1, 2, 3, -0.0, -0.6, -0.0, -0.8};
        assertEquals(0, rotation.between(recorded, replayed), 1e-12);
        assertEquals(Math.PI, rotation.between(recorded, new double[] {1, 2, 3, 0, 0.8, 0, -0.6}), 1e-12);
    }
}
