/** Commands that read, check, mend and show recordings. */
package io.github.roboreel.cli.commands;
