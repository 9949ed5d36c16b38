package io.github.roboreel.cli.sql;

import io.github.roboreel.cli.base.DisplayText;
import io.github.roboreel.cli.base.Screen;
import io.github.roboreel.cli.base.TableView;
import io.github.roboreel.dataset.sql.ResultSink;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.tools.report.Csv;
import io.github.roboreel.tools.report.Table;
import io.github.roboreel.tools.report.Table.Cell;
import io.github.roboreel.tools.report.Table.Column;
import io.github.roboreel.tools.report.Table.Row;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Writes an answer as text, row by row; a table keeps no more rows than it shows. */
abstract class SqlAnswerWriter implements ResultSink {
    private static final int ROWS_OF_A_TABLE = 1000;
    private static final Pattern NUMERIC = Pattern.compile("U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL.*");

    final Writer out;

    private SqlAnswerWriter(Writer out) {
        this.out = out;
    }

    /** One for a format that is text. */
    static SqlAnswerWriter of(AnswerFormat format, Writer out, Screen screen) {
        return switch (format) {
            case CSV -> new CsvWriter(out);
            case JSON -> new JsonWriter(out, "[\n", ",\n", "\n]\n");
            case JSONL -> new JsonWriter(out, "", "\n", "\n");
            case TABLE -> new TableWriter(out, screen);
            case PARQUET -> throw new IllegalArgumentException("Parquet is no text");
        };
    }

    /** Comes last. */
    abstract void end() throws IOException;

    /** A list or map as JSON; a number as Java writes it, so that it is read back as the same one. */
    private static String text(Object value) {
        if (value == null) {
            return "";
        }
        boolean isPlain = value instanceof String || value instanceof Number || value instanceof Boolean;
        return isPlain ? value.toString() : FormatJson.text(value);
    }

    private static final class CsvWriter extends SqlAnswerWriter {
        CsvWriter(Writer out) {
            super(out);
        }

        @Override
        public void columns(List<String> names, List<String> types) throws IOException {
            out.write(Csv.line(names));
        }

        @Override
        public void row(List<Object> values) throws IOException {
            out.write(Csv.line(values.stream().map(SqlAnswerWriter::text).toList()));
        }

        @Override
        void end() {}
    }

    private static final class JsonWriter extends SqlAnswerWriter {
        private final String begin;
        private final String between;
        private final String end;
        private List<String> keys;
        private boolean hasRows;

        JsonWriter(Writer out, String begin, String between, String end) {
            super(out);
            this.begin = begin;
            this.between = between;
            this.end = end;
        }

        @Override
        public void columns(List<String> names, List<String> types) throws IOException {
            keys = distinct(names);
            out.write(begin);
        }

        /** As a join may give two columns of one name, and an object has a key once. */
        private static List<String> distinct(List<String> names) {
            List<String> keys = new ArrayList<>();
            for (String name : names) {
                String key = name;
                for (int i = 1; keys.contains(key); i++) {
                    key = name + "_" + i;
                }
                keys.add(key);
            }
            return keys;
        }

        @Override
        public void row(List<Object> values) throws IOException {
            Map<String, Object> object = new LinkedHashMap<>();
            for (int i = 0; i < keys.size(); i++) {
                object.put(keys.get(i), values.get(i));
            }
            out.write(hasRows ? between : "");
            out.write(FormatJson.text(object));
            hasRows = true;
        }

        @Override
        void end() throws IOException {
            out.write(hasRows || !begin.isEmpty() ? end : "");
        }
    }

    private static final class TableWriter extends SqlAnswerWriter {
        private final Screen screen;
        private final List<Row> rows = new ArrayList<>();
        private List<Column> columns;
        private long count;

        TableWriter(Writer out, Screen screen) {
            super(out);
            this.screen = screen;
        }

        @Override
        public void columns(List<String> names, List<String> types) {
            columns = new ArrayList<>();
            for (int i = 0; i < names.size(); i++) {
                boolean isNumeric = NUMERIC.matcher(types.get(i)).matches();
                String name = DisplayText.oneLine(names.get(i));
                columns.add(isNumeric ? Column.numeric(name) : Column.flexible(name));
            }
        }

        @Override
        public void row(List<Object> values) {
            count++;
            if (rows.size() < ROWS_OF_A_TABLE) {
                rows.add(new Row(values.stream().map(TableWriter::cell).toList(), false));
            }
        }

        private static Cell cell(Object value) {
            return Cell.of(value == null ? "NULL" : DisplayText.oneLine(text(value)));
        }

        @Override
        void end() throws IOException {
            out.write(new TableView(screen).of(new Table("", columns, rows)));
            String shown = count > rows.size() ? Sentence.of("; the first %s are shown", rows.size()) : "";
            out.write(DisplayText.counted(count, "row") + shown + "\n");
        }
    }
}
