package io.github.roboreel.tools.check;

import io.github.roboreel.tools.FileFault;
import io.github.roboreel.tools.check.scan.DemoFacts;
import io.github.roboreel.tools.check.scan.RunFacts;
import io.github.roboreel.tools.folder.StoredField;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Findings about one run file.
 *
 * @param hasAttributes whether the attributes of the group {@code data} could be read
 * @param attributes of the group {@code data}
 * @param demos attributes of each demo that could be read, by env
 * @param fields the fields of the first demo whose datasets could be read, by path
 * @param errors what is wrong
 */
public record AuditedRun(
        boolean hasAttributes,
        Map<String, Object> attributes,
        SortedMap<Integer, Map<String, Object>> demos,
        SortedMap<String, StoredField> fields,
        List<FileFault> errors) {
    static AuditedRun of(RunFacts facts, Findings findings) {
        SortedMap<Integer, Map<String, Object>> demos = new TreeMap<>();
        for (DemoFacts demo : facts.demos()) {
            StoredRun.number(demo).ifPresent(env -> demos.put(env, demo.attributes()));
        }
        boolean hasAttributes = facts.faults().stream()
                .noneMatch(f -> f.inside().isEmpty() || f.inside().equals("data"));
        List<FileFault> errors = findings.list().stream()
                .filter(f -> f.severity() == FileFault.Severity.ERROR)
                .toList();
        return new AuditedRun(hasAttributes, facts.attributes(), demos, facts.fields(), errors);
    }
}
