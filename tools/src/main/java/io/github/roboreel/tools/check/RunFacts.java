package io.github.roboreel.tools.check;

import java.util.List;
import java.util.Map;

/**
 * What a run file holds.
 *
 * @param isLive whether a recorder has it open
 * @param isComplete whether it was read to its end
 * @param attributes of the group {@code data}
 * @param demos those that could be read
 * @param faults what is wrong with its bytes and values
 */
record RunFacts(
        boolean isLive,
        boolean isComplete,
        Map<String, Object> attributes,
        List<DemoFacts> demos,
        List<ValueFault> faults) {
    RunFacts {
        demos = List.copyOf(demos);
        faults = List.copyOf(faults);
    }

    /** Whether the file says that RoboReel wrote it. */
    boolean isOurs() {
        return attributes.containsKey("format_version");
    }
}
