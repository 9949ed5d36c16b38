/** Mixed load for as long as one likes, with everything it leaves checked and its growth watched. */
package io.github.roboreel.systemtests.soak;
