package io.github.roboreel.dataset.trajectories;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dataset.ExportRefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * ManiSkill's: one {@code .h5} of groups {@code traj_<i>}, and a {@code .json} of the same name that describes them.
 */
final class ManiSkillLayout implements TrajectoryLayout {
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
        return place.toString().endsWith(".h5") && Files.isRegularFile(place) && Files.isRegularFile(json(place));
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
        JsonNode document = JsonBeside.read(description);
        List<TrajectoryPlace> all = new ArrayList<>();
        for (JsonNode episode : document.path("episodes")) {
            if (!episode.path("episode_id").isIntegralNumber()) {
                throw new ExportRefusedException("%s has an episode without episode_id; repair it", description);
            }
            String name = "traj_" + episode.path("episode_id").longValue();
            all.add(new TrajectoryPlace(
                    place,
                    name,
                    name,
                    List.of(JsonBeside.attributes(episode), JsonBeside.attributes(document.path("env_info")))));
        }
        return all;
    }

    @Override
    public int usualHertz() {
        return 20;
    }
}
