package io.github.roboreel.systemtests.torture;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The verdict of {@code conformance/check_torture.py}, which knows nothing of this code.
 *
 * @param violations its complaints, empty when every value is right and nothing is missing
 */
record ContentCheck(long recovered, long values, List<String> violations) {
    private static final Pattern SUMMARY = Pattern.compile("\"recovered\": (\\d+), \"values_checked\": (\\d+)");

    /** Compares a folder with the formula, by stock h5py. */
    static ContentCheck run(Path checker, Path folder, TortureSpec spec, long acknowledged)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("/usr/bin/python3", checker.toString()));
        command.addAll(List.of(folder.toString(), "--ack"));
        command.add(TortureChild.ackFile(folder).toString());
        command.addAll(List.of("--num-envs", "" + spec.numEnvs(), "--cameras", "" + spec.cameras()));
        command.addAll(List.of("--min-acked", "" + acknowledged));
        if (spec.isContinuous()) {
            command.addAll(List.of("--episodes-per-file", "" + spec.episodesPerFile()));
            command.addAll(List.of("--seed", "" + spec.lengthSeed()));
        }
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int code = process.waitFor();
        List<String> violations = new ArrayList<>(
                said.lines().filter(l -> l.startsWith("VIOLATION")).toList());
        Matcher summary = SUMMARY.matcher(said);
        boolean judged = summary.find();
        if (!judged || code != 0 && violations.isEmpty()) {
            violations.add("the checker failed with exit code " + code + ": " + said.strip());
        }
        long recovered = judged ? Long.parseLong(summary.group(1)) : 0;
        long values = judged ? Long.parseLong(summary.group(2)) : 0;
        return new ContentCheck(recovered, values, List.copyOf(violations));
    }
}
