/**
 * Native libraries that come in jars: where they are unpacked, so that no other user can put one of his in their place.
 */
package io.github.roboreel.format.natives;
