package io.grizzlythrift.reply;

/** The destination of replies: a connection, or one HTTP request. */
public interface ReplyOwner {
    /** {@return the queue that puts the replies in order and writes them} */
    ReplyQueue replyQueue();

    /** Terminates the owner at once, and stops waiting for its calls, because some get no reply. Throws nothing. */
    void abandon();
}
