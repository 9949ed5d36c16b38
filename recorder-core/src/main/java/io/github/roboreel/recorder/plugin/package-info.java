/** Plug-ins: jars and folders whose classes take part beside those of the application. */
package io.github.roboreel.recorder.plugin;
