package io.grizzlythrift.internal.reply;

/** The destination of replies: a connection, or one HTTP request. */
public interface ReplyOwner {
    /** {@return the queue that orders the replies and writes them} */
    ReplyQueue replyQueue();

    /**
     * {@return the queue that sends the replies: that of the connection, if the owner passes its replies on to it}
     * Replies to several owners with the same connection queue are written together.
     */
    default ReplyQueue connectionQueue() {
        return replyQueue();
    }

    /**
     * Terminates the owner at once, and stops waiting for its calls, because some will get no reply. Throws nothing.
     */
    void abandon();
}
