package io.github.roboreel.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Debian's Python with msgpack and numpy, and the test server's functions. */
final class Python {
    private static final String FUNCTIONS = "import sys\nsys.dont_write_bytecode = True\n"
            + "sys.path.insert(0, 'src/test/python')\nimport msgpack, numpy as np\nfrom policy_server import *\n";

    private Python() {}

    /** What a program writes, which has the arguments from {@code sys.argv[1]} on. */
    static byte[] run(String program, Path... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("/usr/bin/python3", "-c", FUNCTIONS + program));
        for (Path argument : arguments) {
            command.add(argument.toString());
        }
        Process python = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        byte[] written = python.getInputStream().readAllBytes();
        assertEquals(0, python.waitFor(), program);
        return written;
    }
}
