package io.github.roboreel.dataset.sql;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A small answer, kept. */
final class Answer implements ResultSink {
    private final List<List<Object>> rows = new ArrayList<>();
    private List<String> names;
    private List<String> types;

    static Answer of(EpisodeDatabase database, String sql) throws IOException {
        Answer answer = new Answer();
        database.query(sql, answer);
        return answer;
    }

    List<List<Object>> rows() {
        return rows;
    }

    List<String> names() {
        return names;
    }

    List<String> types() {
        return types;
    }

    @Override
    public void columns(List<String> columnNames, List<String> columnTypes) {
        names = columnNames;
        types = columnTypes;
    }

    @Override
    public void row(List<Object> values) {
        rows.add(values);
    }
}
