package io.grizzlythrift.client.discovery;

import static org.testng.Assert.assertNotNull;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.discovery.EndpointAddress;
import io.grizzlythrift.test.Await;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Keeps what a resolver finds out, in order. */
public final class Answers implements Resolver.Listener {
    private final BlockingQueue<Object> all = new LinkedBlockingQueue<>();

    @Override
    public void resolved(List<EndpointAddress> servers) {
        all.add(servers);
    }

    @Override
    public void failed(Throwable cause) {
        all.add(cause);
    }

    private Object take() throws InterruptedException {
        Object next = all.poll(Await.LONG.toSeconds(), TimeUnit.SECONDS);
        assertNotNull(next, "no answer");
        return next;
    }

    /** Returns the next answer, which must not be a failure. */
    @SuppressWarnings("unchecked")
    public List<EndpointAddress> servers() throws InterruptedException {
        Object next = take();
        assertTrue(next instanceof List, "not resolved: " + next);
        return (List<EndpointAddress>) next;
    }

    /** Returns the next answer, which must be a failure. */
    public Throwable failure() throws InterruptedException {
        Object next = take();
        assertTrue(next instanceof Throwable, "resolved: " + next);
        return (Throwable) next;
    }

    /** Returns the next answer with as many servers; those before are skipped. */
    public List<EndpointAddress> servers(int count) throws InterruptedException {
        while (true) {
            if (take() instanceof List<?> servers && servers.size() == count) {
                return servers.stream().map(EndpointAddress.class::cast).toList();
            }
        }
    }

    public int waiting() {
        return all.size();
    }
}
