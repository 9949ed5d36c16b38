/**
 * RLDS datasets in the form of TensorFlow Datasets: episodes of steps as {@code tf.train.Example} records in TFRecord
 * files, described by {@code features.json} and {@code dataset_info.json}.
 */
package io.github.roboreel.dataset.rlds;
