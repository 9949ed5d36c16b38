package io.github.roboreel.recordings.transform.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.roboreel.format.DType;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LeRobotNamesTest {
    @ParameterizedTest
    @CsvSource({
        "obs/joints, rad, true",
        "obs/timing_belt, '', true",
        "obs/imu_t, s, false",
        "obs/sim_time_s, '', false",
        "obs/camera/timestamp, '', false",
        "obs/Clock, '', false",
        "states/joints, rad, false",
    })
    void timesAreNoPartOfTheState(String path, String unit, boolean isInState) {
        assertEquals(isInState, LeRobotNames.isInState(path, DType.FLOAT64, List.of(20), unit));
    }
}
