package io.grizzlythrift.client.process;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.test.PatientLimits;
import java.io.OutputStream;

/**
 * A server in its own process: it listens on the port of its argument, prints the port, and ends when its input ends.
 */
public final class ProbeServerMain {
    public static final ThriftProtocol PROTOCOL = ThriftProtocol.COMPACT;

    private ProbeServerMain() {}

    public static void main(String[] args) throws Exception {
        try (ThriftServer server = ThriftServer.builder()
                .limits(PatientLimits.builder().build())
                .listen(ProbeServer.HOST, Integer.parseInt(args[0]))
                .protocol(PROTOCOL)
                .processor(new Probe.Processor<>(new ProbeHandler()))
                .strategy(WorkerThreadStrategy.ofThreads(4))
                .replyOrder(ReplyOrder.AS_COMPLETED)
                .build()
                .start()) {
            System.out.println(server.port());
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }
}
