package io.github.roboreel.cli.export;

import io.github.roboreel.cli.BadArgumentException;
import picocli.CommandLine.Model.CommandSpec;

/** A command that only holds others, one for each format. */
final class FormatGroup {
    private FormatGroup() {}

    /** What is said when no format follows. */
    static BadArgumentException noFormat(CommandSpec group) {
        return new BadArgumentException("no format given; expected "
                + String.join(" or ", group.subcommands().keySet())
                + " ("
                + group.qualifiedName()
                + " --help explains them)");
    }
}
