/** Audits output folders: is everything there that a folder promises, and is it true? */
package io.github.roboreel.tools.check;
