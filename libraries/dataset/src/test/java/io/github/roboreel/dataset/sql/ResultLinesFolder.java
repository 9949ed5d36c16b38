package io.github.roboreel.dataset.sql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** An output folder that is nothing but result lines, and an event log. */
final class ResultLinesFolder {
    private ResultLinesFolder() {}

    static Path write(Path folder) throws IOException {
        Path env = Files.createDirectories(folder.resolve("Env"));
        Files.writeString(folder.resolve("episode_results.jsonl"), """
                {"env_name":"Env","task_name":"Lift","run":0,"episode":0,"env_id":0,"policy":"p","instruction":"go; now",\
                "attributes":["a","b"],"success":true,"episode_step":10,"duration":1.0,"dt":0.1,"metrics":{"x":1.5,"y":null},\
                "events":{"grabbed":2},"instruction_type":"default","score":1.0,"reason":"done","status":"success","seed":7,\
                "episode_attributes":{"light":0.5}}
                {"env_name":"Env","task_name":"Lift","run":0,"episode":1,"env_id":1,"policy":"p","instruction":"go; now",\
                "attributes":[],"success":false,"episode_step":20,"duration":2.0,"dt":0.1,"metrics":{"x":2.5},"events":{},\
                "instruction_type":"default","score":0.25,"reason":"late","status":"truncated"}
                {"env_name":"Env","task_name":"Push","run":1,"episode":2,"env_id":0,"policy":"p","instruction":"go; now",\
                "attributes":[],"success":null,"episode_step":5,"duration":0.5,"dt":0.1,"metrics":{},"events":{},\
                "instruction_type":"default","score":null,"reason":"","status":"aborted"}
                this is no JSON
                """);
        Files.writeString(env.resolve("env_cfg.json"), "{}");
        Files.writeString(env.resolve("log_0_env1.json"), """
                {"schema_version":2,"dt":0.1,"task":"Lift","run":0,"env_id":1,"success":false,"final_step":20,
                 "events":[{"step":4,"code":250,"name":"GRABBED","info":"took it","score":0.25}]}
                """);
        return folder;
    }
}
