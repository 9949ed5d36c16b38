package io.github.roboreel.dashboard.series;

import io.github.roboreel.recorder.spi.DatasetInfo;
import java.util.List;
import java.util.Map;

/**
 * What a run file says of a demo.
 *
 * @param unused whether no episode has begun in its place
 * @param numSamples steps now
 * @param attributes of the demo
 * @param infos dataset by path
 * @param problems what is not shown, a sentence each
 */
record DemoOverview(
        boolean unused,
        long numSamples,
        Map<String, Object> attributes,
        Map<String, DatasetInfo> infos,
        List<String> problems) {}
