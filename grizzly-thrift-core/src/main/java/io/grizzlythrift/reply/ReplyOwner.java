package io.grizzlythrift.reply;

/** Where the replies of a thread go: a connection, or what stands for one. */
public interface ReplyOwner {
    /** {@return the queue through which the replies leave, in their order} */
    ReplyQueue replyQueue();

    /** Ends the owner at once, and no longer waits for its calls: some cannot be answered. Throws nothing. */
    void abandon();
}
