package io.grizzlythrift.bench.results;

import static org.testng.Assert.assertEquals;

import java.util.List;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The number of threads of each kind of server, from options as matrix and compare write them. */
public final class ServerThreadsTest {
    @DataProvider
    static Object[][] servers() {
        return new Object[][] {
            {"1 I/O", List.of("--server=simple", "--io-threads=2", "--worker-threads=4")},
            {"1 per connection", List.of("--server=thread-pool", "--io-threads=2")},
            {"1 I/O", List.of("--server=nonblocking", "--io-threads=2")},
            {"1 I/O + 8 workers", List.of("--server=hsha", "--worker-threads=8")},
            {"3 I/O", List.of("--server=threaded-selector", "--io-threads=3", "--worker-threads=0")},
            {"3 I/O + 8 workers", List.of("--server=threaded-selector", "--io-threads=3", "--worker-threads=8")},
            {"2 I/O", List.of("--server=netty-epoll", "--io-threads=2", "--worker-threads=4")},
            {"2 I/O + 4 workers", List.of("--server=netty-pool", "--io-threads=2", "--worker-threads=4")},
            {"1 I/O", List.of("--server", "grizzly", "--strategy", "same-thread", "--io-threads", "1")},
            {"2 I/O + 4 workers", List.of("--server=grizzly")},
            {"2 I/O + 1 virtual per call", List.of("--server=grizzly", "--strategy=virtual-thread")},
            {"2 I/O", List.of("--server=netty --io-threads=2", "--server=netty --io-threads=2")},
            {"2 I/O", List.of("--ground", "nio")},
            {"3 I/O + 3 workers", List.of("--ground=nio-workers", "--io-threads=3")},
            {"2 I/O and 1 I/O", List.of("--server=netty --io-threads=2", "--server=netty --io-threads=1")},
        };
    }

    @Test(dataProvider = "servers")
    public void readsOptions(String threads, List<String> options) {
        assertEquals(ServerThreads.of(new Setup(options, List.of(), List.of())), threads);
    }
}
