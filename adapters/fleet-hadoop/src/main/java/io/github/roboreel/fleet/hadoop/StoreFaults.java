package io.github.roboreel.fleet.hadoop;

import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.fleet.storage.StoreUnavailableException;
import io.github.roboreel.fleet.storage.ThisMachine;
import io.github.roboreel.format.fault.Sentence;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Set;

/** What went wrong in a store, in one sentence. Connectors have types of their own, which are known by their names. */
final class StoreFaults {
    private static final Set<String> NO_STORE = Set.of("UnknownStoreException", "NoSuchBucketException");
    private static final Set<String> NO_CREDENTIALS =
            Set.of("NoAuthWithAWSException", "NoAwsCredentialsException", "CredentialInitializationException");
    private static final Set<String> REFUSED =
            Set.of("AccessDeniedException", "AccessControlException", "AuthorizationException", "SaslException");
    private static final Set<String> UNREACHABLE = Set.of(
            "UnknownHostException",
            "ConnectException",
            "NoRouteToHostException",
            "SocketTimeoutException",
            "ConnectTimeoutException",
            "ConnectionPoolTimeoutException",
            "HttpHostConnectException",
            "ApiCallAttemptTimeoutException",
            "ApiCallTimeoutException");
    private static final Set<String> FULL =
            Set.of("DSQuotaExceededException", "NSQuotaExceededException", "QuotaExceededException");
    private static final Set<String> CHANGED = Set.of("RemoteFileChangedException", "PathIOException");

    private static final int MAX_CAUSES = 50;
    private static final int PRECONDITION_FAILED = 412;

    private StoreFaults() {}

    /**
     * A failure.
     *
     * @param what was to be done, as in "read"
     */
    static IOException of(String what, Location place, IOException cause) {
        if (cause instanceof StoreException || cause instanceof StoreUnavailableException) {
            return cause;
        }
        if (isOneOf(cause, NO_STORE)) {
            return new StoreException(
                    Sentence.of("cannot %s %s: there is no bucket '%s'", what, place, bucket(place)), cause);
        }
        if (isOneOf(cause, NO_CREDENTIALS)) {
            return new StoreUnavailableException(
                    Sentence.of(
                            "cannot %s %s: no credentials were found on %s; give them to the store's own providers there, for"
                                    + " example as environment variables or a role",
                            what, place, ThisMachine.name()),
                    cause);
        }
        if (isOneOf(cause, UNREACHABLE)) {
            return new StoreUnavailableException(
                    Sentence.of(
                            "cannot %s %s: the store cannot be reached (%s); check the endpoint and the network",
                            what, place, reason(cause)),
                    cause);
        }
        if (isOneOf(cause, REFUSED)) {
            return new StoreException(
                    Sentence.of(
                            "cannot %s %s: the store refuses access (%s); check the rights of these credentials",
                            what, place, reason(cause)),
                    cause);
        }
        if (cause instanceof FileNotFoundException) {
            return (IOException) new FileNotFoundException(Sentence.of("there is no file %s", place)).initCause(cause);
        }
        return new StoreException(
                Sentence.of(
                        isOneOf(cause, FULL) ? "cannot %s %s: quota exceeded (%s)%s" : "cannot %s %s: %s%s",
                        what,
                        place,
                        reason(cause),
                        advice(reason(cause))),
                cause);
    }

    /** What a store's own words do not say. */
    private static String advice(String reason) {
        if (reason.contains("requires ETag")) {
            return "; its objects have no ETag: copy them through the store's interface, or set"
                    + " fs.s3a.change.detection.mode=none";
        }
        return reason.contains("Status Code: 400")
                ? "; a store that does not have each bucket as a host needs fs.s3a.path.style.access=true"
                : "";
    }

    /** Whether the store, and not what is in it, is missing. */
    static boolean isMissingStore(IOException e) {
        return isOneOf(e, NO_STORE);
    }

    /** Whether something was there, of a write that asked for nothing to be there. */
    static boolean isFailedCondition(IOException e) {
        return isOneOf(e, CHANGED) && String.valueOf(e.getMessage()).contains(String.valueOf(PRECONDITION_FAILED));
    }

    private static boolean isOneOf(Throwable failure, Set<String> names) {
        Throwable e = failure;
        for (int depth = 0; e != null && depth < MAX_CAUSES; depth++) {
            if (names.contains(e.getClass().getSimpleName())) {
                return true;
            }
            e = e.getCause();
        }
        return false;
    }

    /** The first line of the innermost reason. */
    private static String reason(Throwable failure) {
        Throwable e = failure;
        for (int depth = 0; e.getCause() != null && depth < MAX_CAUSES; depth++) {
            e = e.getCause();
        }
        String message = e.getMessage() == null ? "" : e.getMessage().strip().split("\\R", 2)[0];
        return message.isEmpty() ? e.getClass().getSimpleName() : message;
    }

    private static String bucket(Location place) {
        return HadoopPaths.root(place).toUri().getAuthority();
    }

    /** Says which place it is about. */
    private static final class StoreException extends IOException {
        private static final long serialVersionUID = 1L;

        StoreException(String sentence, IOException cause) {
            super(sentence, cause);
        }
    }
}
