/** Where things stood when episodes began. */
package io.github.roboreel.tools.poses;
