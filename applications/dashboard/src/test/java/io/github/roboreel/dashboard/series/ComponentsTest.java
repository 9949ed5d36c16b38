package io.github.roboreel.dashboard.series;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.FieldSignal;
import io.github.roboreel.recorder.spi.DatasetInfo;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComponentsTest {
    @ParameterizedTest
    @CsvSource({
        "7, xyzw, x y z qx qy qz qw",
        "7, wxyz, x y z qw qx qy qz",
        "4, xyzw, x y z w",
        "4, wxyz, w x y z",
    })
    void labels_ofADeclaredQuaternion_areInItsOrder(long width, String order, String expected) {
        FieldSignal said = new FieldSignal(List.of(), List.of(), List.of(), List.of(), List.of(), order);
        DatasetInfo info =
                new DatasetInfo(DType.FLOAT64, 5, List.of(width), List.of(1L, width), List.of(), 0, "", "").with(said);
        assertEquals(List.of(expected.split(" ")), Components.labels("states/body", info));
    }
}
