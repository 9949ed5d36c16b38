/** Contents of a recording: the fields of the tabletop, where their values come from, and their way to the recorder. */
package io.github.roboreel.simulator.record;
