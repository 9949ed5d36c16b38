/** Changes of episodes on their way into a dataset: fields, rates, and what is known of them. */
package io.github.roboreel.dataset.transform;
