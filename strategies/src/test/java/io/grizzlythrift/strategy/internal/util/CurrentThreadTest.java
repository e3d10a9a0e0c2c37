package io.grizzlythrift.strategy.internal.util;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.testng.SkipException;
import org.testng.annotations.Test;

public class CurrentThreadTest {
    private static final int FIRST_VERSION_WITH_VIRTUAL_THREADS = 21;

    @Test
    public void aPlatformThreadIsNotVirtual() {
        assertFalse(CurrentThread.isVirtual());
    }

    @Test
    public void aVirtualThreadIs() throws Exception {
        if (Runtime.version().feature() < FIRST_VERSION_WITH_VIRTUAL_THREADS) {
            throw new SkipException("this JDK has no virtual threads");
        }
        CompletableFuture<Boolean> virtual = new CompletableFuture<>();
        ExecutorService threads = (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        threads.execute(() -> virtual.complete(CurrentThread.isVirtual()));
        assertEquals(virtual.get(), Boolean.TRUE);
        threads.shutdown();
    }
}
