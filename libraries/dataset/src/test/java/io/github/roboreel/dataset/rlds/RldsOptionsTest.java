package io.github.roboreel.dataset.rlds;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.rlds.RldsOptions.ImageFormat;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RldsOptionsTest {
    private static RldsOptions options(String name, String config, String version) {
        return new RldsOptions(
                Path.of("out"),
                name,
                Optional.ofNullable(config),
                version,
                ImageFormat.PNG,
                RewardPolicy.RECORDED,
                false);
    }

    @Test
    void namesTheFolder() {
        assertEquals(Path.of("out/arm_2/1.0.0"), options("arm_2", null, "1.0.0").target());
        assertEquals(
                Path.of("out/arm/a.b-C+/0.2.10"),
                options("arm", "a.b-C+", "0.2.10").target());
    }

    @ParameterizedTest
    @CsvSource({
        "Arm, , 1.0.0, name",
        "2arm, , 1.0.0, name",
        "arm-2, , 1.0.0, name",
        "'', , 1.0.0, name",
        "arm/x, , 1.0.0, name",
        "arm, a/b, 1.0.0, config",
        "arm, .., 1.0.0, config",
        "arm, '', 1.0.0, config",
        "arm, , 1.0, version",
        "arm, , 1.0.0-beta, version",
        "arm, , v1.0.0, version"
    })
    void refusesNamesThatTfdsDoesNotTake(String name, String config, String version, String what) {
        ExportRefusedException refused =
                assertThrows(ExportRefusedException.class, () -> options(name, config, version));
        assertTrue(refused.getMessage().startsWith(what), refused.getMessage());
    }
}
