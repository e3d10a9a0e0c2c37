package io.grizzlythrift.internal.util;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNull;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.threadpool.DefaultWorkerThread;
import org.testng.annotations.Test;

/** Tests that values belong to their threads, until their owner takes them back. */
@Test(timeOut = 60_000)
public final class ThreadValuesTest {
    public void eachThreadHasItsValue() throws Exception {
        ThreadValues<String> values = new ThreadValues<>();
        values.set("of this thread");
        ExecutorService grizzlys = Executors.newSingleThreadExecutor(
                task -> new DefaultWorkerThread(Grizzly.DEFAULT_ATTRIBUTE_BUILDER, "long-lived", null, task));
        try {
            assertNull(on(grizzlys, values::get));
            on(grizzlys, () -> set(values, "of the other"));
            assertEquals(on(grizzlys, values::get), "of the other");
            values.clear();
            assertNull(on(grizzlys, values::get));
            on(grizzlys, () -> set(values, "another"));
            assertEquals(on(grizzlys, values::get), "another");
        } finally {
            grizzlys.shutdown();
        }
        assertEquals(values.get(), "of this thread");
        values.remove();
        assertNull(values.get());
    }

    private static String set(ThreadValues<String> values, String value) {
        values.set(value);
        return value;
    }

    private static String on(ExecutorService executor, Callable<String> task) throws Exception {
        Future<String> result = executor.submit(task);
        return result.get();
    }
}
