package io.github.roboreel.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Notes about episodes 1 and 2 of a take: the first is flagged, both slipped, the second was late. */
final class Notes {
    private Notes() {}

    static Path write(Path take) throws IOException {
        Files.writeString(take.resolve("annotations.jsonl"), """
                {"env_name":"%1$s","episode":1,"flag":true,"tags":["slip"],"note":"Hinge squeaks","version":1,"at":""}
                {"env_name":"%1$s","episode":2,"flag":false,"tags":["slip","late"],"note":"","version":1,"at":""}
                """.replace("%1$s", RecordedTakes.ENV));
        return take;
    }
}
