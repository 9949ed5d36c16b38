package io.github.roboreel.dataset.trajectories;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.Statements;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * ManiSkill's: one {@code .h5} of groups {@code traj_<i>}, and a {@code .json} of the same name that describes them.
 */
final class ManiSkillLayout implements TrajectoryLayout {
    private static final String EPISODES = "episodes";
    private static final String ID = "episode_id";

    private Path lastFile;
    private JsonNode last;

    @Override
    public String name() {
        return "maniskill";
    }

    @Override
    public String description() {
        return "Import the trajectories of ManiSkill's RecordEpisode (PATH is its .h5 file).";
    }

    @Override
    public boolean recognises(Path place) {
        if (!place.toString().endsWith(".h5") || !Files.isRegularFile(place) || !Files.isRegularFile(json(place))) {
            return false;
        }
        try {
            return Statements.json(Files.readString(json(place))).has(EPISODES);
        } catch (IOException e) {
            return false;
        }
    }

    private static Path json(Path file) {
        String name = String.valueOf(file.getFileName());
        return file.resolveSibling(name.replaceFirst("\\.[^.]*$", "") + ".json");
    }

    @Override
    public List<TrajectoryPlace> trajectories(Path place) throws IOException {
        Path description = json(place);
        if (!Files.isRegularFile(description)) {
            throw new ExportRefusedException(
                    "there is no %s, which says what the trajectories of %s are; copy it there", description, place);
        }
        List<TrajectoryPlace> all = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (JsonNode episode : JsonBeside.read(description).path(EPISODES)) {
            if (!episode.path(ID).isIntegralNumber()) {
                throw new ExportRefusedException("%s has an episode without %s; repair it", description, ID);
            }
            String name = "traj_" + episode.path(ID).longValue();
            if (!names.add(name)) {
                throw new ExportRefusedException("%s lists %s twice; repair it", description, name);
            }
            all.add(new TrajectoryPlace(place, name, name));
        }
        if (all.isEmpty()) {
            throw new ExportRefusedException("%s lists no '%s'; repair it", description, EPISODES);
        }
        return all;
    }

    @Override
    public List<Map<String, Object>> about(TrajectoryPlace place) throws IOException {
        JsonNode document = described(json(place.file()));
        for (JsonNode episode : document.path(EPISODES)) {
            if (place.name().equals("traj_" + episode.path(ID).asText())) {
                return List.of(JsonBeside.attributes(episode), JsonBeside.attributes(document.path("env_info")));
            }
        }
        return List.of();
    }

    /** Of the file asked for last, since each of its trajectories asks. */
    private JsonNode described(Path file) throws IOException {
        if (!file.equals(lastFile)) {
            last = JsonBeside.read(file);
            lastFile = file;
        }
        return last;
    }

    @Override
    public String alwaysLeftOut() {
        return "groups that the JSON file does not list as episodes are left out, and what it says of the commit and source";
    }

    @Override
    public int usualHertz() {
        return 20;
    }
}
