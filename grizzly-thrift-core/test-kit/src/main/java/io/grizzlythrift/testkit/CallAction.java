package io.grizzlythrift.testkit;

/** What a {@link ScriptedServer} does with a call. */
@FunctionalInterface
public interface CallAction {
    /**
     * Handles a call: replies to it, or does something else with it or its connection, or keeps it for a reply later. Runs on
     * the thread that reads from the connection, so while it blocks, no further call of that connection arrives.
     *
     * @param call the call
     * @throws Exception is logged in {@link ScriptedServer#failures()}; the call gets an exception that says so, unless it
     *     already has a reply
     */
    void run(ReceivedCall call) throws Exception;
}
