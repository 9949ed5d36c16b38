/** Recorded episodes, open to be read: datasets, episodes, steps and arrays, whatever format they are stored in. */
package io.github.roboreel.recordings;
