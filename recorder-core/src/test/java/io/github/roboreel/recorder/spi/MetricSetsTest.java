package io.github.roboreel.recorder.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.Setting;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MetricSetsTest {
    private final Map<String, EpisodeMetricSet> sets = new LinkedHashMap<>();

    @Test
    void aSetThatFailsIsNamedAndTakesNoOtherWithIt() {
        sets.put("first", (episode, dt) -> Map.of("length", 2 * dt));
        sets.put("missing", (episode, dt) -> {
            throw new IOException("there is no dataset 'reward'");
        });
        sets.put("memory", (episode, dt) -> {
            throw new OutOfMemoryError("heap");
        });
        sets.put("none", (episode, dt) -> null);
        sets.put("last", (episode, dt) -> Map.of("return", 4.5));
        MetricSets.Computed computed = compute();
        assertEquals(Map.of("length", 1.0, "return", 4.5), computed.values());
        assertEquals(List.of("length", "return"), List.copyOf(computed.values().keySet()));
        assertEquals(Set.of("missing", "memory", "none"), computed.failures().keySet());
        assertEquals(
                "there is no dataset 'reward'",
                computed.failures().get("missing").getMessage());
    }

    @Test
    void aNameThatIsTakenFailsTheLaterSetAlone() {
        sets.put("first", (episode, dt) -> Map.of("a", 1.0));
        sets.put("second", (episode, dt) -> Map.of("a", 2.0, "b", 3.0));
        MetricSets.Computed computed = compute();
        assertEquals(Map.of("a", 1.0), computed.values());
        assertTrue(computed.failures().get("second").getMessage().contains("gives a, too"));
    }

    @Test
    void whatIsNoFiniteNumberIsNoValue() {
        Map<String, Double> odd = new LinkedHashMap<>();
        List<String> names = List.of("nan", "infinite", "null");
        List<Double> values = Arrays.asList(Double.NaN, Double.NEGATIVE_INFINITY, null);
        for (int i = 0; i < names.size(); i++) {
            odd.put(names.get(i), values.get(i));
        }
        sets.put("odd", (episode, dt) -> odd);
        Map<String, Double> computed = compute().values();
        assertEquals(names, List.copyOf(computed.keySet()));
        names.forEach(name -> assertNull(computed.get(name)));
    }

    @Test
    void namesThatASetKnowsAreKnownWithoutAValue() {
        sets.put("short", new EpisodeMetricSet() {
            @Override
            public Map<String, Double> compute(EpisodeReader episode, double dt) {
                return Map.of();
            }

            @Override
            public Set<String> names() {
                return Set.of("a");
            }
        });
        assertEquals(Set.of("a"), compute().known());
    }

    @Test
    void aProviderHasItsClassesName() {
        assertEquals("Walking", new WalkingProvider().name());
        assertTrue(new WalkingProvider() {}.name().contains("MetricSetsTest"));
    }

    private MetricSets.Computed compute() {
        return MetricSets.of(sets).compute(null, 0.5);
    }

    private static class WalkingProvider implements EpisodeMetricSetProvider {
        @Override
        public List<Setting<?>> settings() {
            return List.of();
        }

        @Override
        public EpisodeMetricSet create(RecorderConfig config) {
            return (episode, dt) -> Map.of();
        }
    }
}
