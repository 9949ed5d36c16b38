/** Re-creates result lines from run files and logs. */
package io.github.roboreel.tools.rebuild;
