/** The files of a dataset in the form of TensorFlow Datasets: what they say of themselves, and the bytes of records. */
package io.github.roboreel.dataset.rlds.files;
