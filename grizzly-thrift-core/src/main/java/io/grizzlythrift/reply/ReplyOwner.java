package io.grizzlythrift.reply;

/** The destination of replies: a connection, or one HTTP request. */
public interface ReplyOwner {
    /** {@return the queue that puts the replies in order and writes them} */
    ReplyQueue replyQueue();

    /**
     * {@return the queue by which the replies leave: that of the connection, if the owner passes them on to it} Replies to
     * several owners with the same one leave together.
     */
    default ReplyQueue connectionQueue() {
        return replyQueue();
    }

    /** Terminates the owner at once, and stops waiting for its calls, because some get no reply. Throws nothing. */
    void abandon();
}
