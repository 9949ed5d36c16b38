package io.github.roboreel.tools.check.scan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Puts together what a scan tells. */
final class FactsCollector implements ScanListener {
    private final List<DemoFacts> demos = new ArrayList<>();
    private final List<ValueFault> faults = new ArrayList<>();
    private Map<String, Object> attributes = Map.of();
    private FileSpace space = FileSpace.UNKNOWN;
    private boolean isLive;
    private String place = "";

    /** Where the scan was when it was last heard of. */
    String place() {
        return place;
    }

    /** What is known so far, with faults found elsewhere put first. */
    RunFacts facts(boolean isComplete, List<ValueFault> earlier) {
        List<ValueFault> all = new ArrayList<>(earlier);
        all.addAll(faults);
        return new RunFacts(isLive, isComplete, space, attributes, demos, all);
    }

    @Override
    public void at(String inside) {
        place = inside;
    }

    @Override
    public void fault(ValueFault fault) {
        faults.add(fault);
    }

    @Override
    public void opened(boolean live, Map<String, Object> found) {
        isLive = live;
        attributes = found;
    }

    @Override
    public void measured(FileSpace found) {
        space = found;
    }

    @Override
    public void demo(DemoFacts demo) {
        demos.add(demo);
    }
}
