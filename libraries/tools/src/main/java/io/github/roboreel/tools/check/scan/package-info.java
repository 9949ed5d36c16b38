/** Scans of run files in a process of their own. */
package io.github.roboreel.tools.check.scan;
