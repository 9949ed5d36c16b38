package io.github.roboreel.tools.resume;

/** The folder holds another recording; nothing was touched. */
public class ResumeRefusedException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /** With the sentence for the user. */
    public ResumeRefusedException(String message) {
        super(message);
    }
}
