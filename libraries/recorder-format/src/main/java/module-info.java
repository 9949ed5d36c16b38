/** The names, records and rules of the files that recordings consist of. */
module io.github.roboreel.format {
    requires transitive com.fasterxml.jackson.annotation;
    requires transitive com.fasterxml.jackson.core;
    requires transitive com.fasterxml.jackson.databind;

    exports io.github.roboreel.format;
    exports io.github.roboreel.format.fault;
    exports io.github.roboreel.format.names;
    exports io.github.roboreel.format.natives;
    exports io.github.roboreel.format.picture;

    opens io.github.roboreel.format to
            com.fasterxml.jackson.databind;
}
