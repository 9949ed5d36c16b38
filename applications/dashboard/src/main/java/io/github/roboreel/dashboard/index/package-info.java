/** What is in the served folders: recordings and their episodes, kept up to date from the files. */
package io.github.roboreel.dashboard.index;
