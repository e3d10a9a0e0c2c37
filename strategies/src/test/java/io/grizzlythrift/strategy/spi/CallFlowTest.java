package io.grizzlythrift.strategy.spi;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotSame;
import static org.testng.Assert.assertSame;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.testng.annotations.Test;

/** Tests that two queues never share the state of a connection. */
@Test
public final class CallFlowTest {
    private static final int BRANCHES = 5;

    public void eachBranchIsAFlowOfItsOwn() {
        CallFlow flow = new CallFlow();
        Set<Object> different = Collections.newSetFromMap(new IdentityHashMap<>());
        different.add(flow.queues());
        for (int number = BRANCHES - 1; number >= 0; number--) {
            CallFlow branch = flow.branch(number);
            assertSame(flow.branch(number), branch);
            assertSame(flow.branch(number).queues(), branch.queues());
            different.add(branch.queues());
        }
        assertEquals(different.size(), BRANCHES + 1);
        assertNotSame(new CallFlow().branch(0), flow.branch(0));
    }
}
