/** Tasks of manipulation: conditions, subtasks and how an episode is judged. */
module io.github.roboreel.tasks {
    requires transitive io.github.roboreel.recorder;

    exports io.github.roboreel.tasks;

    uses io.github.roboreel.tasks.ConditionProvider;
}
