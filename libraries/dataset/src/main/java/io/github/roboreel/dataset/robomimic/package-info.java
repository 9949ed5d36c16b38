/** robomimic's kind of dataset: one HDF5 file of demos, with masks for training and validation. */
package io.github.roboreel.dataset.robomimic;
