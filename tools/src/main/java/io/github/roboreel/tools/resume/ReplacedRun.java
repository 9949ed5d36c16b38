package io.github.roboreel.tools.resume;

import java.nio.file.Path;

/**
 * An incomplete run that made way for its repetition.
 *
 * @param run its index
 * @param reason why it was not complete
 * @param folder where its files and result lines are now
 */
public record ReplacedRun(int run, String reason, Path folder) {}
