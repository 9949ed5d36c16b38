/**
 * {@code ./roboreel bench continuous}: envs that begin their next episode at once, beside one episode per env and run.
 */
package io.github.roboreel.recorder.bench.continuous;
