package io.grizzlythrift.scorecard.hostile;

/**
 * What a hostile peer sends, and what becomes of it.
 *
 * @param name for the problem of a row
 * @param bytes as they go over the connection
 * @param outcome of the connection
 * @param words in the log line if it ends, otherwise in the reply
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record HostileBytes(String name, byte[] bytes, Outcome outcome, String words) {
    /** What the server does. */
    enum Outcome {
        /** It terminates the connection, counts it as rejected, and logs why. */
        TERMINATED,
        /** The same, but counted as a protocol error: it is a frame, and no message of any known kind. */
        NO_MESSAGE,
        /** It or its generated code replies with an exception; it counts a protocol error, and goes on. */
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
