package io.github.roboreel.recorder.bench.peers;

import io.github.roboreel.recorder.hdf5.binding.Hdf5Binding;
import io.github.roboreel.recorder.hdf5.lib.Hdf5;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/** The bindings of the HDF5 library, each in JVMs of its own, alternately. */
final class BindingComparisons {
    private static final List<String> READS = List.of("scan_mb_per_s", "random_row_per_s", "random_step_per_s");

    private final Sizes sizes;

    BindingComparisons(Sizes sizes) {
        this.sizes = sizes;
    }

    /** Whole recordings. */
    PeerComparison writing() {
        String command = "record --rounds 2 --num-envs " + sizes.proprioEnvs() + " --steps " + sizes.proprioSteps();
        List<String> keys = List.of("env_steps_per_s", "open_s", "close_s", "slowest_flush_ms");
        return comparison("bindings", command, json -> Contenders.pick(json, keys));
    }

    /** Reading random rows and everything in order. */
    PeerComparison reading() {
        String command = "recordings --rounds 1 --camera-episodes 2 --episodes " + sizes.readEpisodes() + " --accesses "
                + sizes.readEpisodes();
        return comparison("bindings-read", command, json -> {
            Map<String, Double> figures = new LinkedHashMap<>();
            for (String key : READS) {
                figures.put(key, json.number(key, "ours"));
            }
            return figures;
        });
    }

    private static PeerComparison comparison(String name, String command, Contenders.Picker picker) {
        List<Contender> contenders = ServiceLoader.load(Hdf5Binding.class).stream()
                .map(ServiceLoader.Provider::get)
                .map(Hdf5Binding::name)
                .sorted()
                .map(binding -> Contenders.child(
                        binding, List.of("-D" + Hdf5.BINDING_PROPERTY + "=" + binding), command, picker))
                .toList();
        return new PeerComparison(name, contenders, results -> List.of());
    }
}
