/** Final files on their way to who uploads them, and the marks of those that arrived. */
package io.github.roboreel.recorder.uploads;
