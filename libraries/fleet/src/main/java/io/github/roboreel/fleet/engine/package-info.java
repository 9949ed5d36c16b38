/** What runs many tasks: the threads of this process, or a cluster. */
package io.github.roboreel.fleet.engine;
