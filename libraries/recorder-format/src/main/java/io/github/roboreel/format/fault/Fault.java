package io.github.roboreel.format.fault;

import java.util.Optional;

/** Failure that a program can tell from others without reading its sentence. */
public interface Fault {
    /**
     * What is wrong with what, what was expected and given.
     *
     * @return one sentence
     */
    String getMessage();

    /**
     * The sort of failure, by which exit codes and reactions are chosen.
     *
     * @return never null
     */
    RoboReelException.Kind kind();

    /**
     * A way out that the sentence leaves unsaid, since its words depend on the program that shows it.
     *
     * @return empty when the sentence says what to do, or nothing is known to help
     */
    Optional<Advice> advice();
}
