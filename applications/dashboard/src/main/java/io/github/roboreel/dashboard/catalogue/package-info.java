/** Tasks and objects, of task files and of recordings. */
package io.github.roboreel.dashboard.catalogue;
