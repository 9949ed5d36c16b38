/** Commands that free disk space. */
package io.github.roboreel.cli.disk;
