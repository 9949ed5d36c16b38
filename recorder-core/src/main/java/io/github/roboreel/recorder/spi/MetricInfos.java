package io.github.roboreel.recorder.spi;

import io.github.roboreel.format.names.NamedProviders;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/** What the metric sets that are there say of their metrics. Immutable. */
public final class MetricInfos {
    private final Map<String, MetricInfo> byName = new LinkedHashMap<>();

    private MetricInfos(List<MetricInfo> infos) {
        infos.forEach(info -> byName.putIfAbsent(info.name(), info));
    }

    /**
     * Of the sets on the class path and in the plug-ins, found through {@link ServiceLoader} by the calling thread's
     * context class loader.
     *
     * @throws io.github.roboreel.format.fault.RoboReelException of kind BAD_ARGUMENT, when two sets have the same name
     */
    public static MetricInfos onClassPath() {
        return new MetricInfos(
                NamedProviders.all(EpisodeMetricSetProvider.class, EpisodeMetricSetProvider::name).stream()
                        .flatMap(provider -> provider.metrics().stream())
                        .toList());
    }

    /** All of them, in the order of the sets. */
    public List<MetricInfo> all() {
        return List.copyOf(byName.values());
    }

    /** Of a metric; where no set describes it, {@link MetricInfo#of(String)}. */
    public MetricInfo of(String name) {
        MetricInfo known = byName.get(name);
        return known == null ? MetricInfo.of(name) : known;
    }
}
