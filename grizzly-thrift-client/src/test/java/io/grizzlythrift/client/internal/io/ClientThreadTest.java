package io.grizzlythrift.client.internal.io;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.testng.annotations.AfterClass;
import org.testng.annotations.Test;

/** Tests what a thread of a client has of its own while it handles replies. */
@Test(timeOut = 60_000)
public class ClientThreadTest {
    private final ClientThreads threads = new ClientThreads("own", 1, 1, System::nanoTime);
    private final ClientThreads others = new ClientThreads("others", 1, 1, System::nanoTime);

    @AfterClass
    void stop() {
        threads.shutdown();
        others.shutdown();
    }

    /** Runs a task on a thread that belongs to {@link #threads}. */
    private <T> T onClientThread(Callable<T> task) throws Exception {
        FutureTask<T> result = new FutureTask<>(task);
        new ClientThread(threads, "own-selector", result).start();
        return result.get();
    }

    public void onlyAThreadThatHandlesRepliesIsFound() throws Exception {
        assertNull(ClientThread.handlingRepliesOf(threads));
        onClientThread(() -> {
            ClientThread current = ClientThread.current();
            assertNull(ClientThread.handlingRepliesOf(threads));
            current.beginReplies();
            assertSame(ClientThread.handlingRepliesOf(threads), current);
            assertNull(ClientThread.handlingRepliesOf(others), "a callback calls another client");
            current.endReplies();
            assertNull(ClientThread.handlingRepliesOf(threads));
            return null;
        });
    }

    public void oneCodecIsKept() throws Exception {
        onClientThread(() -> {
            ClientThread current = ClientThread.current();
            assertNull(current.takeCodec());
            assertTrue(current.keepCodec("first"));
            assertFalse(current.keepCodec("second"));
            assertEquals(current.takeCodec(), "first");
            assertNull(current.takeCodec());
            return null;
        });
    }

    public void callsAreCounted() throws Exception {
        onClientThread(() -> {
            ClientThread current = ClientThread.current();
            current.countCall();
            current.countCall();
            current.countCompleted();
            assertEquals(current.calls(), 2);
            assertEquals(current.completed(), 1);
            return null;
        });
    }
}
