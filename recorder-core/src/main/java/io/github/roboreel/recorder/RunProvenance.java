package io.github.roboreel.recorder;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.EnvConfig;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.LenientJson;
import io.github.roboreel.format.Provenance;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A run that says with which software and on which machine it is recorded. */
final class RunProvenance {
    private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

    private RunProvenance() {}

    /**
     * What the run says itself, with the recorder's and the JVM's versions and the machine. A run whose configuration
     * says where it comes from was recorded before, and keeps that.
     */
    static RunSpec of(RunSpec run) {
        Provenance kept = recorded(run.envConfigJson());
        return run.toBuilder()
                .provenance(kept.isUnknown() ? here(run.provenance()) : kept)
                .build();
    }

    /** Whether a configuration is JSON is looked at later. */
    private static Provenance recorded(String config) {
        JsonNode provenance = FormatJson.readOrMissing(config).path(EnvConfig.PROVENANCE);
        return provenance.isObject() ? LenientJson.bind(provenance, Provenance.class) : Provenance.UNKNOWN;
    }

    private static Provenance here(Provenance said) {
        String version = RunSpec.class.getPackage().getImplementationVersion();
        return new Provenance(
                version == null ? "development" : version,
                said.simulator(),
                said.simulatorVersion(),
                said.plugin(),
                said.pluginVersion(),
                properties("java.runtime.version", "java.vm.name"),
                properties("os.name", "os.version", "os.arch"),
                cpu(),
                said.gpu());
    }

    private static String properties(String... names) {
        StringBuilder text = new StringBuilder();
        for (String name : names) {
            text.append(System.getProperty(name, "")).append(' ');
        }
        return text.toString();
    }

    /** As Linux on x86-64 reports it, or Windows; null where the system does not. */
    private static String cpu() {
        try (BufferedReader lines = Files.newBufferedReader(PROCESSORS, StandardCharsets.UTF_8)) {
            return lines.lines()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1))
                    .findFirst()
                    .orElse(null);
        } catch (IOException | UncheckedIOException e) {
            return System.getenv("PROCESSOR_IDENTIFIER");
        }
    }
}
