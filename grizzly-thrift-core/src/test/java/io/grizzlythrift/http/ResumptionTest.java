package io.grizzlythrift.http;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.expectThrows;

import java.util.ArrayList;
import java.util.List;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The order in which one thread resumes requests, and what becomes of the others if one cannot be resumed. */
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

    public void whatIsAnsweredMeanwhileIsResumedAfterwards() {
        Resumption.after(() -> {
            Resumption.resume(request("first", () -> {
                Resumption.resume(request("nested"));
                resumed.add("end of the first");
            }));
            Resumption.resume(request("second"));
            resumed.add("served");
        });
        assertEquals(resumed, List.of("served", "first", "end of the first", "second", "nested"));
    }

    @DataProvider
    static Object[][] failures() {
        return new Object[][] {{new IllegalStateException("broken")}, {new OutOfMemoryError("broken")}};
    }

    @Test(dataProvider = "failures", timeOut = 60_000)
    public void theOthersAreResumed(Throwable failure) {
        Throwable thrown = expectThrows(
                Throwable.class,
                () -> Resumption.after(() -> {
                    Resumption.resume(request("first"));
                    Resumption.resume(broken("broken", failure));
                    Resumption.resume(request("second"));
                    Resumption.resume(broken("broken again", new IllegalArgumentException("again")));
                    Resumption.resume(request("third"));
                }));
        assertEquals(resumed, List.of("first", "broken", "second", "broken again", "third"));
        assertEquals(thrown.getClass(), failure instanceof Error ? failure.getClass() : IllegalArgumentException.class);
        Resumption.resume(request("later"));
        assertEquals(resumed.get(resumed.size() - 1), "later");
    }

    /** A request that cannot be served is no reason to forget those that were answered meanwhile. */
    public void afterAServiceThatThrows() {
        IllegalStateException failure = new IllegalStateException("broken");
        IllegalStateException thrown = expectThrows(
                IllegalStateException.class,
                () -> Resumption.after(() -> {
                    Resumption.resume(request("first"));
                    throw failure;
                }));
        assertSame(thrown, failure);
        assertEquals(resumed, List.of("first"));
    }
}
