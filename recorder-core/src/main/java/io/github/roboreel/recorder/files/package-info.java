/** Files of an output folder that are no sink's: results, locks, names set aside. */
package io.github.roboreel.recorder.files;
