package io.github.roboreel.cli.base;

import io.github.roboreel.tools.confidence.RateInterval;
import picocli.CommandLine.Option;

/** Option: the 95 % interval of a success rate that a command shows. */
public final class IntervalOption {
    @Option(
            names = "--interval",
            paramLabel = "KIND",
            defaultValue = "hpd",
            description = "Interval of a success rate, of the Beta posterior of a uniform prior: hpd"
                    + " (highest density: the shortest, it always holds the observed rate)"
                    + " or equal-tailed (RoboLab's; it excludes an observed 0 or 100 %%)"
                    + " (default ${DEFAULT-VALUE}).")
    String label;

    public RateInterval kind() {
        return Arguments.checked(() -> RateInterval.ofLabel(label));
    }
}
