package io.grizzlythrift.spring;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.spring.gen.Base;
import io.grizzlythrift.test.Await;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.springframework.context.annotation.Configuration;
import org.testng.annotations.Test;

/** Tests that contexts which come and go, and contexts that stop and start, leave nothing. */
public class RefreshTest {
    private static final int ROUNDS = 50;

    /** Rounds until caches of threads and classes are filled. */
    private static final int WARM_UP = 5;

    @ThriftService
    static class Served extends BaseHandler {}

    @Configuration(proxyBeanMethods = false)
    @ImportThriftClients(client = "own", types = Base.Iface.class)
    static class Client {}

    @Test
    public void fiftyRefreshesLeaveNothing() throws Exception {
        MeterRegistry meters = new SimpleMeterRegistry();
        round(meters);
        int foreign = meters.getMeters().size();
        Set<String> threads = Set.of();
        long buffers = 0;
        for (int round = 0; round < ROUNDS; round++) {
            int port = round(meters);
            assertEquals(meters.getMeters().size(), foreign, "meters after round " + round);
            try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                assertEquals(free.getLocalPort(), port);
            }
            if (round == WARM_UP) {
                threads = threads();
                buffers = directBuffers();
            }
        }
        Set<String> before = threads;
        Await.that("threads are left", () -> before.containsAll(threads()));
        long bytesBefore = buffers;
        Await.that("direct buffers are left", () -> directBuffers() <= bytesBefore);
    }

    /** Runs a context, whose registry outlives it as the global one does. Returns the port that its server had. */
    private static int round(MeterRegistry meters) {
        int[] ports = new int[1];
        Contexts.runner(Served.class, Client.class)
                .withBean(MeterRegistry.class, () -> meters, definition -> definition.setDestroyMethodName(""))
                .withPropertyValues("grizzly.thrift.client.own.address=127.0.0.1:${local.grizzly.thrift.port}")
                .run(context -> {
                    Base.Iface stub = (Base.Iface) context.getBean("own.Base.Iface");
                    assertEquals(stub.whoami("you"), "Base: you");
                    context.stop();
                    context.start();
                    ports[0] = Contexts.port(context);
                });
        return ports[0];
    }

    private static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(name -> !name.matches("(Common-Cleaner|Attach|ForkJoinPool.commonPool).*"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static long directBuffers() {
        System.gc(); // releases those without an owner
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }
}
