package io.github.roboreel.dataset.robomimic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.RewardPolicy;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoSplitTest {
    @Test
    void everyDemoIsInOneList() {
        for (int demos = 1; demos < 40; demos++) {
            DemoSplit split = DemoSplit.draw(demos, 0.1, demos);
            long valid = demos == 1 ? 0 : Math.max(1, Math.round(demos / 10.0));
            assertEquals(valid, split.valid().size());
            TreeSet<String> all = new TreeSet<>(split.train());
            all.addAll(split.valid());
            assertEquals(demos, split.train().size() + split.valid().size());
            assertEquals(demos, all.size());
        }
    }

    @Test
    void theSeedDraws() {
        assertEquals(DemoSplit.draw(40, 0.5, 1), DemoSplit.draw(40, 0.5, 1));
        assertNotEquals(DemoSplit.draw(40, 0.5, 1), DemoSplit.draw(40, 0.5, 2));
        assertEquals(List.of("demo_0", "demo_1"), DemoSplit.draw(2, 0, 1).train());
    }

    @Test
    void oneDemoAlwaysTrains() {
        assertEquals(List.of("demo_0"), DemoSplit.draw(1, 0.9, 1).train());
        assertEquals(1, DemoSplit.draw(2, 0.99, 1).train().size());
        assertEquals(List.of(), DemoSplit.draw(40, 0, 1).valid());
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1, Double.NaN})
    void sharesThatAreNoneAreRefused(double share) {
        assertThrows(
                ExportRefusedException.class,
                () -> new RobomimicOptions(Path.of("x"), share, 0, RewardPolicy.RECORDED));
    }
}
