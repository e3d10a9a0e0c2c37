package io.grizzlythrift.internal.connection;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests in which selection each connection is read. The test is the selector. */
@Test
public final class HandshakeTurnsTest {
    private static final class TestSelection implements HandshakeTurns.Selection<String> {
        private final Queue<Runnable> tasks = new ArrayDeque<>();
        private final Set<String> ready = new TreeSet<>();
        private final Set<String> unselected = new HashSet<>();
        private final Set<String> closed = new HashSet<>();

        @Override
        public void beforeNext(Runnable task) {
            tasks.add(task);
        }

        @Override
        public void select(String connection, boolean on) {
            if (on) {
                unselected.remove(connection);
            } else {
                unselected.add(connection);
            }
        }

        @Override
        public boolean isOpen(String connection) {
            return !closed.contains(connection);
        }

        /** Runs one selection, in which each ready connection takes all its bytes. Returns those that were read. */
        List<String> run(HandshakeTurns.Turns<String> turns) {
            for (int left = tasks.size(); left > 0; left--) {
                tasks.remove().run();
            }
            List<String> read = new ArrayList<>();
            for (String connection : List.copyOf(ready)) {
                if (!unselected.contains(connection) && turns.mayRead(connection)) {
                    ready.remove(connection);
                    read.add(connection);
                }
            }
            return read;
        }
    }

    private TestSelection selection;
    private HandshakeTurns.Turns<String> turns;

    @BeforeMethod
    void makeTurns() {
        selection = new TestSelection();
        turns = new HandshakeTurns.Turns<>(selection);
    }

    public void oneConnectionIsReadInEachSelection() {
        selection.ready.addAll(List.of("a", "b", "c"));
        assertEquals(selection.run(turns), List.of("a"));
        selection.ready.addAll(List.of("A", "a")); // sorts before the others, but comes after them
        assertEquals(selection.run(turns), List.of("b"));
        assertEquals(selection.run(turns), List.of("c"));
        assertEquals(selection.run(turns), List.of("A"));
        assertEquals(selection.run(turns), List.of("a"));
        assertEquals(selection.run(turns), List.of());
        assertTrue(selection.unselected.isEmpty(), "nobody selects " + selection.unselected);
        selection.run(turns);
        assertTrue(selection.tasks.isEmpty(), "the selector never blocks again");
    }

    public void aClosedConnectionTakesNoTurn() {
        selection.ready.addAll(List.of("d", "e", "f"));
        assertEquals(selection.run(turns), List.of("d"));
        selection.closed.add("e");
        selection.ready.remove("e");
        assertEquals(selection.run(turns), List.of("f"));
    }

    /** The bytes of a connection may be gone when it has its turn. It comes again like any other. */
    public void aTurnThatIsNotUsedIsLost() {
        selection.ready.addAll(List.of("g", "h", "i"));
        assertEquals(selection.run(turns), List.of("g"));
        selection.ready.remove("h");
        assertEquals(selection.run(turns), List.of());
        selection.ready.add("h");
        assertEquals(selection.run(turns), List.of("i"));
        assertFalse(selection.unselected.isEmpty());
        assertEquals(selection.run(turns), List.of("h"));
    }
}
