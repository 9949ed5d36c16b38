/** Fields of an episode: their declarations, dtypes, places in a row, and the file that lists them. */
package io.github.roboreel.recorder.schema;
