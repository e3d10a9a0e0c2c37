package io.grizzlythrift.strategy.internal.threads;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import org.testng.annotations.Test;

/** Tests the set of ready keys as Grizzly uses it, with a real selector. */
public final class ReadyKeysTest {
    /** More than the initial length of the array. */
    private static final int PIPES = 100;

    private final ReadyKeys ready = new ReadyKeys();

    @Test
    void holdsEachKeyThatTheSelectorFindsReady() throws Exception {
        List<Pipe> pipes = new ArrayList<>();
        try (Selector selector = Selector.open()) {
            Set<SelectionKey> expected = new HashSet<>();
            for (int i = 0; i < PIPES; i++) {
                Pipe pipe = Pipe.open();
                pipes.add(pipe);
                pipe.source().configureBlocking(false);
                SelectionKey key = pipe.source().register(selector, SelectionKey.OP_READ);
                if (i % 10 != 0) {
                    pipe.sink().write(ByteBuffer.wrap(new byte[1]));
                    expected.add(key);
                }
            }
            selector.selectNow(ready);
            assertEquals(ready.size(), expected.size());
            assertEquals(new HashSet<>(ready), expected);
            ready.clear();
            assertTrue(ready.isEmpty());
            selector.selectNow(ready);
            assertEquals(new HashSet<>(ready), expected, "what was not read is ready again");
        } finally {
            for (Pipe pipe : pipes) {
                pipe.sink().close();
                pipe.source().close();
            }
        }
    }

    @Test
    void iterationEndsWithTheLastKey() {
        Iterator<SelectionKey> none = new ReadyKeys().iterator();
        assertFalse(none.hasNext());
        assertThrows(NoSuchElementException.class, none::next);
    }
}
