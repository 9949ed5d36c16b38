package io.github.roboreel.dataset.lerobot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.lerobot.LeRobotOptions.Images;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeRobotOptionsTest {
    @Test
    void theFolderIsNamedAfterTheRepository() {
        assertEquals(Path.of("out/me/banana-v0"), options("me/banana-v0").target());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "banana",
                "me/",
                "/me",
                "me/a/b",
                "../me",
                "me/..",
                "me/a b",
                "me/a--b",
                "-me/a",
                "me/a..b",
                "me/a.git",
                "mé/a",
                ""
            })
    void whatTheHubWouldNotTakeIsRefused(String repoId) {
        String message = assertThrows(ExportRefusedException.class, () -> options(repoId))
                .getMessage();
        assertTrue(message.startsWith("'" + repoId + "' is no repository id"), message);
    }

    private static LeRobotOptions options(String repoId) {
        return new LeRobotOptions(Path.of("out"), repoId, Optional.empty(), Images.VIDEO, RewardPolicy.RECORDED);
    }
}
