/** Commands that read values of recorded steps, whatever form they are stored in. */
package io.github.roboreel.cli.data;
