package io.github.roboreel.cli;

import io.github.roboreel.cli.base.Interruption;
import io.github.roboreel.cli.base.Terminal;
import java.io.File;
import java.io.IOException;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/** Writes the source of a man page for each command, from which profile {@code man} makes them. */
final class ManPages {
    private ManPages() {}

    /** @param args the folder to write into */
    public static void main(String[] args) throws IOException {
        write(new File(args[0]));
    }

    static void write(File folder) throws IOException {
        boolean[] quiet = {};
        int exitCode = ManPageGenerator.generateManPage(
                folder,
                null,
                quiet,
                false,
                Main.commandLine(Terminal.ofProcess(), null, new Interruption()).getCommandSpec());
        if (exitCode != 0) {
            throw new IOException("man pages: the generator ends with " + exitCode);
        }
    }
}
