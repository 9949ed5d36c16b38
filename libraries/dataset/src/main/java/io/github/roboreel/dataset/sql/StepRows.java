package io.github.roboreel.dataset.sql;

import io.github.roboreel.dataset.duckdb.DuckDb;
import io.github.roboreel.dataset.duckdb.NumberCells;
import io.github.roboreel.dataset.duckdb.RowWriter;
import io.github.roboreel.dataset.sql.View.Column;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.format.names.KnownNames;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.EnvFolder.RunFile;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.recordings.folder.StepPeriod;
import io.github.roboreel.recordings.folder.StoredDemo;
import io.github.roboreel.recordings.folder.StoredDemos;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.duckdb.DuckDBConnection;

/** Fills the table that {@code steps('path')} stands for, from the run files, block by block. Used once. */
final class StepRows {
    private static final long BLOCK_BYTES = 4L << 20;

    private final DuckDBConnection connection;
    private final String path;
    private final List<FileFault> problems;
    private final Runnable interruptCheck;
    private final Set<String> known = new LinkedHashSet<>();
    private String type;
    private RowWriter out;
    /** Not of a demo: visits would report it as one's damage. */
    private Exception failure;

    StepRows(DuckDBConnection connection, String path, List<FileFault> problems, Runnable interruptCheck) {
        this.connection = connection;
        this.path = path;
        this.problems = problems;
        this.interruptCheck = interruptCheck;
    }

    /**
     * Makes and fills the table.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT, when no episode has such an array, or it holds images
     */
    void write(List<ResultFolder> folders) throws SQLException {
        try {
            for (ResultFolder folder : folders) {
                for (EnvFolder env : folder.envs()) {
                    write(folder, env);
                }
            }
        } finally {
            if (out != null) {
                out.close();
            }
        }
        if (type == null) {
            throw RoboReelException.badArgument(
                    "steps('%s'): no episode has an array '%s' with a row per step%s",
                    path, path, known.isEmpty() ? "; no episode can be read" : "; " + KnownNames.hint(path, known));
        }
    }

    private void write(ResultFolder folder, EnvFolder env) throws SQLException {
        for (RunFile run : env.runs()) {
            interruptCheck.run();
            new StoredDemos(env, problems).visit(run, demo -> {
                if (failure == null) {
                    write(folder, env, demo);
                }
            });
            if (failure instanceof SQLException sql) {
                throw sql;
            }
            if (failure instanceof RuntimeException refusal) {
                throw refusal;
            }
        }
    }

    private void write(ResultFolder folder, EnvFolder env, StoredDemo demo) throws IOException {
        if (!demo.reader().has(path)) {
            noteKnown(demo.reader());
            return;
        }
        DatasetInfo info = demo.reader().info(path);
        long steps = demo.reader().numSamples();
        if (info.rows() < steps) {
            leaveOut(demo, "has " + info.rows() + " rows for " + steps + " steps", "it has no row per step");
            return;
        }
        try {
            if (fits(demo, info)) {
                write(folder, env, demo, info, steps);
            }
        } catch (SQLException | RoboReelException e) {
            failure = e;
        }
    }

    private void noteKnown(EpisodeReader reader) throws IOException {
        if (type == null) {
            long steps = reader.numSamples();
            reader.infos().forEach((name, info) -> {
                if (info.rows() >= steps && !isImage(info)) {
                    known.add(name);
                }
            });
        }
    }

    private void leaveOut(StoredDemo demo, String problem, String advice) {
        problems.add(FileFault.leftOut(
                demo.file().path(), demo.path() + "/" + path + " " + problem, advice + ", and steps leaves it out"));
    }

    private static boolean isImage(DatasetInfo info) {
        return info.dtype().bytes() == 1 && FieldSpec.canBeImage(info.dtype(), info.rowShape());
    }

    /** The first demo decides on the type. */
    private boolean fits(StoredDemo demo, DatasetInfo info) throws SQLException {
        if (isImage(info)) {
            throw RoboReelException.badArgument(
                    "steps('%s') would be images of %s, which SQL cannot do anything with; choose an array of"
                            + " numbers or texts",
                    path, info.rowShape());
        }
        String own = typeOf(info);
        if (type == null) {
            type = own;
            create();
        } else if (!type.equals(own)) {
            leaveOut(demo, Sentence.of("is %s, where others are %s", own, type), "one column has one type");
            return false;
        }
        return true;
    }

    private static String typeOf(DatasetInfo info) {
        DType dtype = info.dtype();
        String element = switch (dtype.kind()) {
            case FLOATING, BOOL -> NumberCells.sqlType(dtype.widened());
            case TEXT -> "VARCHAR";
            case SIGNED -> "BIGINT";
            case UNSIGNED -> dtype.isExactInFloat64() ? "BIGINT" : "UBIGINT";
        };
        boolean isScalar =
                info.rowShape().isEmpty() || dtype.isText() && info.rowShape().size() == 1;
        return isScalar ? element : element + "[]";
    }

    private void create() throws SQLException {
        List<Column> columns = new ArrayList<>(View.STEPS.subList(0, View.STEPS.size() - 1));
        columns.add(new Column("value", type, ""));
        String table = StepCalls.table(path);
        try (Statement statement = connection.createStatement()) {
            statement.execute(View.creation(table, columns));
        }
        out = new RowWriter(connection, table);
    }

    private void write(ResultFolder folder, EnvFolder env, StoredDemo demo, DatasetInfo info, long steps)
            throws IOException, SQLException {
        EpisodeReader reader = demo.reader();
        boolean hasTimes = reader.has(DemoPaths.SIM_TIME);
        double[] times = hasTimes ? reader.readDoubles(DemoPaths.SIM_TIME) : new double[0];
        OptionalDouble dt = StepPeriod.of(env, reader, OptionalDouble.empty()).known();
        long rowBytes = Math.max(1, info.rowElements() * info.dtype().bytes());
        int block = (int) Math.max(1, Math.min(steps, BLOCK_BYTES / rowBytes));
        for (long from = 0; from < steps; from += block) {
            interruptCheck.run();
            int count = (int) Math.min(block, steps - from);
            byte[] bytes = reader.readBytes(path, from, from + count);
            NdArray rows = NdArray.wrap(info.dtype(), ByteBuffer.wrap(bytes), count, (int) info.rowElements());
            for (int i = 0; i < count; i++) {
                int step = Math.toIntExact(from + i + 1);
                out.row(
                        folder.path().toString(),
                        env.name(),
                        demo.file().run(),
                        demo.envId(),
                        demo.episode(),
                        reader.name(),
                        step,
                        time(step, times, dt),
                        value(rows.row(i)));
            }
        }
    }

    private static OptionalDouble time(int step, double[] times, OptionalDouble dt) {
        if (step <= times.length) {
            return OptionalDouble.of(times[step - 1]);
        }
        return dt.isPresent() ? OptionalDouble.of(step * dt.getAsDouble()) : dt;
    }

    private Object value(NdArray row) {
        if (row.dtype().isText()) {
            return row.text();
        }
        if (!type.endsWith("[]")) {
            return element(row, 0);
        }
        List<Object> values = new ArrayList<>(row.elements());
        for (int i = 0; i < row.elements(); i++) {
            values.add(element(row, i));
        }
        return values;
    }

    /** Of a uint64 its bits, as the table takes them. */
    private static Object element(NdArray row, int index) {
        Object value = row.get(index);
        return value instanceof BigInteger number ? (Object) number.longValue() : value;
    }

    static String deletion(String path) {
        return "DROP TABLE IF EXISTS " + DuckDb.name(StepCalls.table(path));
    }
}
