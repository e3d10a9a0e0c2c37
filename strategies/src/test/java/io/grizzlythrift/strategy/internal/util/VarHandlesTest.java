package io.grizzlythrift.strategy.internal.util;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.expectThrows;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.testng.annotations.Test;

/** Tests that handles are found for fields of the caller, and that a missing field fails. */
public class VarHandlesTest {
    private static final VarHandle COUNT = VarHandles.of(MethodHandles.lookup(), Counter.class, "count", int.class);

    private static final class Counter {
        private int count = 7;
    }

    @Test
    void aHandleUpdatesItsField() {
        Counter counter = new Counter();
        assertEquals((int) COUNT.getAndAdd(counter, 1), 7);
        assertEquals(counter.count, 8);
    }

    @Test
    void aMissingFieldFails() {
        ExceptionInInitializerError thrown = expectThrows(
                ExceptionInInitializerError.class,
                () -> VarHandles.of(MethodHandles.lookup(), Counter.class, "number", int.class));
        assertSame(thrown.getCause().getClass(), NoSuchFieldException.class);
    }
}
