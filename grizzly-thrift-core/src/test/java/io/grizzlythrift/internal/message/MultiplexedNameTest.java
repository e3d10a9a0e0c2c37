package io.grizzlythrift.internal.message;

import static org.testng.Assert.assertEquals;

import org.testng.annotations.Test;

/** Tests names with and without a service. */
public final class MultiplexedNameTest {
    @Test
    public void aNameIsTakenApart() {
        assertEquals(MultiplexedName.serviceOf("calculator:add"), "calculator");
        assertEquals(MultiplexedName.methodOf("calculator:add"), "add");
        assertEquals(MultiplexedName.methodOf("calculator:a:b"), "a:b", "the first separator counts");
        assertEquals(MultiplexedName.serviceOf("add"), "");
        assertEquals(MultiplexedName.methodOf("add"), "add");
        assertEquals(MultiplexedName.serviceOf(":add"), "");
        assertEquals(MultiplexedName.methodOf("calculator:"), "");
    }
}
