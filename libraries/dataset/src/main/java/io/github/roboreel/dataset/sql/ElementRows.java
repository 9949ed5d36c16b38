package io.github.roboreel.dataset.sql;

import io.github.roboreel.dataset.duckdb.RowWriter;
import io.github.roboreel.format.FieldSignal;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.EnvFolder.RunFile;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.recordings.folder.StoredDemos;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The rows of {@link View#ELEMENTS}. */
final class ElementRows {
    private final ResultFolder folder;
    private final List<FileFault> problems;
    private final ViewRows.Breath breath;

    ElementRows(ResultFolder folder, List<FileFault> problems, ViewRows.Breath breath) {
        this.folder = folder;
        this.problems = problems;
        this.breath = breath;
    }

    void write(RowWriter out) throws SQLException {
        for (EnvFolder env : folder.envs()) {
            for (RunFile run : env.runs()) {
                breath.take();
                write(env, run, out);
            }
        }
    }

    /** All demos of a file share what it says; a part of it that does not fit its array is not taken. */
    private void write(EnvFolder env, RunFile run, RowWriter out) throws SQLException {
        List<Map<String, FieldSignal>> first = new ArrayList<>();
        new StoredDemos(env, problems).visit(run, demo -> {
            if (first.isEmpty()) {
                first.add(said(demo.reader()));
            }
        });
        for (Map<String, FieldSignal> said : first) {
            write(env, run, said, out);
        }
    }

    private static Map<String, FieldSignal> said(EpisodeReader demo) throws IOException {
        Map<String, FieldSignal> said = new TreeMap<>();
        for (String path : demo.paths()) {
            said.put(path, demo.info(path).signal());
        }
        return said;
    }

    private void write(EnvFolder env, RunFile run, Map<String, FieldSignal> said, RowWriter out) throws SQLException {
        for (Map.Entry<String, FieldSignal> field : said.entrySet()) {
            FieldSignal signal = field.getValue();
            int elements = elements(signal);
            for (int element = 0; element < elements; element++) {
                out.row(
                        folder.path().toString(),
                        env.name(),
                        run.run(),
                        field.getKey(),
                        elements == 1 ? null : element + 1,
                        at(signal.names(), element),
                        at(signal.units(), element),
                        finite(signal.low(element)),
                        finite(signal.high(element)),
                        signal.numValues().isEmpty() ? null : signal.numValues(element));
            }
        }
    }

    /** 1 where all elements are described alike. */
    private static int elements(FieldSignal signal) {
        return Stream.of(signal.names(), signal.units(), signal.low(), signal.high(), signal.numValues())
                .mapToInt(List::size)
                .max()
                .orElse(0);
    }

    private static String at(List<String> texts, int element) {
        return element < texts.size() ? texts.get(element) : null;
    }

    private static Double finite(double bound) {
        return Double.isFinite(bound) ? bound : null;
    }
}
