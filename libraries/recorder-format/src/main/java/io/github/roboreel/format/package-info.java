/**
 * The one home of what a recording leaves on disk: records of its JSON files, names of files, paths of datasets and
 * attributes, dtypes.
 *
 * <p>Nothing in here opens a file of a recording or knows a recorder.
 */
package io.github.roboreel.format;
