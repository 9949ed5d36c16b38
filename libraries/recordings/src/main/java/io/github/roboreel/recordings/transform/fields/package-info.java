/**
 * Transformations of the fields of steps that need no code to be chosen: what is kept, named, cut, resized, resampled.
 */
package io.github.roboreel.recordings.transform.fields;
