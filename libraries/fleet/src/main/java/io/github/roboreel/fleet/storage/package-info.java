/** Where recordings lie and datasets go: file systems and object stores. */
package io.github.roboreel.fleet.storage;
