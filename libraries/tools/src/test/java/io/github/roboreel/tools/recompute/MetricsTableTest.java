package io.github.roboreel.tools.recompute;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.MissingNode;
import io.github.roboreel.format.EnvConfig;
import io.github.roboreel.recorder.spi.MetricSets;
import io.github.roboreel.recordings.episodes.RecordedEpisode;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.EnvFolder.DemoLocation;
import io.github.roboreel.tools.report.Table;
import io.github.roboreel.tools.report.Table.Cell;
import io.github.roboreel.tools.report.Table.Row;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MetricsTableTest {
    @Test
    void hasATablePerEnvARowPerEpisodeAndADashForWhatIsMissing() {
        Map<String, Double> some = new LinkedHashMap<>();
        some.put("ee_sparc", -1.23456);
        some.put("joint_sparc_mean", null);
        some.put("joint_isj", 123456.789);
        some.put("joint_rmse_mean", 0.00012345);
        some.put("ee_speed_max", 0.5);
        Map<String, Double> own = new LinkedHashMap<>(some);
        own.put("return", 4.5);
        List<Table> tables = MetricsTable.of(MetricsRow.of(List.of(
                new StoredMetrics(episode("A", 3, OptionalInt.of(1)), computed(some), false),
                new StoredMetrics(episode("A", 4, OptionalInt.empty()), computed(Map.of()), false),
                new StoredMetrics(episode("B", 0, OptionalInt.of(0)), computed(own), false))));
        assertEquals(List.of("A", "B"), tables.stream().map(Table::title).toList());
        assertEquals(
                List.of("Episode", "Run", "Env", "EE SPARC", "Joint ISJ", "RMSE rad", "Max cm/s", "return"),
                tables.get(0).columns().stream().map(Table.Column::header).toList());
        assertEquals(
                List.of("3", "1", "0", "-1.235", "123456.8", "0.0001", "50.0", "-"),
                texts(tables.get(0).rows().get(0)));
        assertEquals(
                List.of("4", "-", "0", "-", "-", "-", "-", "-"),
                texts(tables.get(0).rows().get(1)));
        assertEquals(1, tables.get(1).rows().size());
        assertEquals("4.500", texts(tables.get(1).rows().get(0)).get(7));
    }

    private static MetricSets.Computed computed(Map<String, Double> values) {
        return new MetricSets.Computed(values, Set.of("own"), values.keySet(), Map.of());
    }

    private static List<String> texts(Row row) {
        return row.cells().stream().map(Cell::text).toList();
    }

    private static RecordedEpisode episode(String env, int number, OptionalInt run) {
        EnvFolder folder = new EnvFolder(
                Path.of(env),
                MissingNode.getInstance(),
                EnvConfig.NONE,
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                Set.of());
        DemoLocation at = new DemoLocation(Path.of(env, "run_1.hdf5"), "demo_0");
        return new RecordedEpisode(folder, at, run, OptionalInt.of(0), number, List.of(), List.of(), "", "");
    }
}
