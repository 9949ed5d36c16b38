/** Operations on the pixels of pictures that several modules need. */
package io.github.roboreel.format.picture;
