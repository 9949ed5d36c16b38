/** RLDS datasets of others and of ours, in the form of TensorFlow Datasets, as they are read to be imported. */
package io.github.roboreel.dataset.rlds.read;
