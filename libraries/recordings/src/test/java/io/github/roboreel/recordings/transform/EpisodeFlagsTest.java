package io.github.roboreel.recordings.transform;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.roboreel.format.DType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EpisodeFlagsTest {
    @ParameterizedTest
    @CsvSource({
        "FLOAT16, FLOAT32",
        "FLOAT32, FLOAT32",
        "FLOAT64, FLOAT64",
        "INT16, FLOAT32",
        "INT32, FLOAT64",
        "UINT16, FLOAT32",
        "UINT32, FLOAT64",
        "UINT64, FLOAT64",
        "BOOL, FLOAT32",
    })
    void rewardsHaveAFloatTypeThatHoldsThem(DType recorded, DType reward) {
        assertEquals(reward, EpisodeFlags.rewardType(recorded));
    }
}
