package io.grizzlythrift.http;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotSame;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.expectThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests the order in which a thread resumes requests, even if resuming one of them fails. */
@Test(timeOut = 60_000)
public final class ResumptionTest {
    private List<String> resumed;

    @BeforeMethod
    void start() {
        resumed = new ArrayList<>();
    }

    private FilterChainContext request(String name, Runnable resume) {
        return new FilterChainContext() {
            @Override
            public void resume() {
                resumed.add(name);
                resume.run();
            }
        };
    }

    private static void resume(FilterChainContext request) {
        Resumption.resume(request, Runnable::run);
    }

    private FilterChainContext request(String name) {
        return request(name, () -> {});
    }

    private FilterChainContext broken(String name, Throwable failure) {
        return request(name, () -> {
            if (failure instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) failure;
        });
    }

    public void requestsCompletedMeanwhileAreResumedAfterwards() {
        Resumption.after(() -> {
            resume(request("first", () -> {
                resume(request("nested"));
                resumed.add("end of the first");
            }));
            resume(request("second"));
            resumed.add("served");
        });
        assertEquals(resumed, List.of("served", "first", "end of the first", "second", "nested"));
    }

    public void otherThreadsLeaveResumingToTheWorkers() throws Exception {
        ExecutorService workers = Executors.newSingleThreadExecutor();
        try {
            CompletableFuture<Thread> resuming = new CompletableFuture<>();
            Resumption.resume(request("first", () -> resuming.complete(Thread.currentThread())), workers);
            assertNotSame(resuming.get(30, TimeUnit.SECONDS), Thread.currentThread());
        } finally {
            workers.shutdownNow();
        }
        Resumption.resume(request("rejected"), workers);
        assertEquals(resumed, List.of("first", "rejected"));
    }

    @DataProvider
    static Object[][] failures() {
        return new Object[][] {{new IllegalStateException("broken")}, {new OutOfMemoryError("broken")}};
    }

    @Test(dataProvider = "failures", timeOut = 60_000)
    public void aFailureDoesNotAffectOthers(Throwable failure) {
        Throwable thrown = expectThrows(
                Throwable.class,
                () -> Resumption.after(() -> {
                    resume(request("first"));
                    resume(broken("broken", failure));
                    resume(request("second"));
                    resume(broken("broken again", new IllegalArgumentException("again")));
                    resume(request("third"));
                }));
        assertEquals(resumed, List.of("first", "broken", "second", "broken again", "third"));
        assertEquals(thrown.getClass(), failure instanceof Error ? failure.getClass() : IllegalArgumentException.class);
        resume(request("later"));
        assertEquals(resumed.get(resumed.size() - 1), "later");
    }

    /** A request that fails does not affect those that completed meanwhile. */
    public void afterAServiceThatThrows() {
        IllegalStateException failure = new IllegalStateException("broken");
        IllegalStateException thrown = expectThrows(
                IllegalStateException.class,
                () -> Resumption.after(() -> {
                    resume(request("first"));
                    throw failure;
                }));
        assertSame(thrown, failure);
        assertEquals(resumed, List.of("first"));
    }
}
