/** The bytes of records: Examples and the TFRecord files they are in, as an export writes them and reads them back. */
package io.github.roboreel.dataset.rlds.records;
