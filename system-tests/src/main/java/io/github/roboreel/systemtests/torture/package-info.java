/** A workload whose content can be checked after any crash, and a loop that crashes it. */
package io.github.roboreel.systemtests.torture;
