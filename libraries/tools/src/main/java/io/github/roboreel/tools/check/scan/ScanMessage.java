package io.github.roboreel.tools.check.scan;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;

/**
 * News from the process that reads run files to the one that audits; exactly one part is set.
 *
 * @param at the place that is read next
 * @param fault something is wrong
 * @param opened the file could be opened
 * @param space how much of the file is dead
 * @param demo a demo has been read
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ScanMessage(String at, ValueFault fault, Opened opened, FileSpace space, DemoFacts demo) {
    /**
     * What opening told.
     *
     * @param isLive whether a recorder has the file open
     * @param attributes of the group {@code data}
     */
    record Opened(boolean isLive, Map<String, Object> attributes) {}

    void tell(ScanListener listener) {
        if (at != null) {
            listener.at(at);
        } else if (fault != null) {
            listener.fault(fault);
        } else if (opened != null) {
            listener.opened(opened.isLive(), opened.attributes());
        } else if (space != null) {
            listener.measured(space);
        } else if (demo != null) {
            listener.demo(demo);
        }
    }
}
