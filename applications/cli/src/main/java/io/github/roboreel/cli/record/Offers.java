package io.github.roboreel.cli.record;

import io.github.roboreel.cli.base.Json;
import io.github.roboreel.cli.base.TextTable;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.simulation.PolicyProvider;
import io.github.roboreel.simulation.SimulationProvider;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The simulations with their tasks, and the policies, that can be recorded. Immutable.
 *
 * @param simulations the default one first
 * @param policies by the order in which they were found
 */
record Offers(List<SimulationOffer> simulations, List<Offer> policies) {
    /** A name and what stands behind it. */
    record Offer(String name, String description) {}

    /** A simulation and its tasks, the default one first. */
    record SimulationOffer(Offer itself, List<Offer> tasks) {}

    /** What is on the class path and in the plug-ins. */
    static Offers of(Path configFolder) {
        return new Offers(
                SimulationProvider.all().stream()
                        .map(provider -> simulation(provider, configFolder))
                        .toList(),
                PolicyProvider.all().stream()
                        .map(provider -> new Offer(provider.name(), provider.description()))
                        .toList());
    }

    private static SimulationOffer simulation(SimulationProvider provider, Path configFolder) {
        List<Offer> tasks = provider.taskNames(configFolder).stream()
                .map(task -> new Offer(task, describe(provider, task, configFolder)))
                .toList();
        return new SimulationOffer(new Offer(provider.name(), provider.description()), tasks);
    }

    private static String describe(SimulationProvider provider, String task, Path configFolder) {
        try {
            return provider.task(task, configFolder).description();
        } catch (RoboReelException e) {
            return Sentence.reasonOf(e);
        }
    }

    /** Three aligned lists under their headings. */
    String text() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("Simulations (--env)"));
        simulations.forEach(simulation -> rows.add(row(simulation.itself())));
        for (SimulationOffer simulation : simulations) {
            rows.add(List.of(""));
            rows.add(List.of("Tasks of " + simulation.itself().name() + " (--task)"));
            simulation.tasks().forEach(task -> rows.add(row(task)));
        }
        rows.add(List.of(""));
        rows.add(List.of("Policies (--policy)"));
        policies.forEach(policy -> rows.add(row(policy)));
        return TextTable.aligned(rows);
    }

    private static List<String> row(Offer offer) {
        return List.of("  " + offer.name(), offer.description());
    }

    /** One JSON document. */
    String json() {
        return Json.document(new JsonFields()
                .with("simulations", simulations.stream().map(Offers::jsonOf).toList())
                .with("policies", policies.stream().map(Offers::jsonOf).toList()));
    }

    private static Map<String, Object> jsonOf(SimulationOffer simulation) {
        Map<String, Object> document = jsonOf(simulation.itself());
        document.put("tasks", simulation.tasks().stream().map(Offers::jsonOf).toList());
        return document;
    }

    private static Map<String, Object> jsonOf(Offer offer) {
        return new JsonFields().with("name", offer.name()).with("description", offer.description());
    }
}
