package io.grizzlythrift.scorecard.hostile;

/**
 * The bytes that a hostile peer sends, and the expected outcome.
 *
 * @param name name in error messages of a row
 * @param bytes the bytes on the connection
 * @param outcome expected outcome
 * @param words expected words in the log line if the connection ends, otherwise in the reply
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record HostileBytes(String name, byte[] bytes, Outcome outcome, String words) {
    /** The expected reaction of the server. */
    enum Outcome {
        /** The server terminates the connection, counts a rejected frame, and logs the reason. */
        TERMINATED,
        /** The same, but counts a protocol error: the bytes are a frame, but not a message of any known kind. */
        NO_MESSAGE,
        /**
         * The server or its generated code replies with an exception; the server counts a protocol error, and
         * continues.
         */
        REPLIED
    }

    static HostileBytes terminated(String name, byte[] bytes, String logged) {
        return new HostileBytes(name, bytes, Outcome.TERMINATED, logged);
    }

    static HostileBytes noMessage(String name, byte[] bytes, String logged) {
        return new HostileBytes(name, bytes, Outcome.NO_MESSAGE, logged);
    }

    static HostileBytes replied(String name, byte[] bytes, String replied) {
        return new HostileBytes(name, bytes, Outcome.REPLIED, replied);
    }

    boolean isTerminated() {
        return outcome == Outcome.TERMINATED || outcome == Outcome.NO_MESSAGE;
    }
}
