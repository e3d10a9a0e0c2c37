package io.grizzlythrift.client.opentelemetry;

import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.server.TThreadPoolServer;
import org.apache.thrift.transport.TServerSocket;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.layered.TFramedTransport;

/** A program that knows only libthrift: a client of the port of its argument, or a server without one. */
public final class LibthriftMain {
    private LibthriftMain() {}

    public static void main(String[] args) throws Exception {
        if (args.length == 1) {
            call(Integer.parseInt(args[0]));
        } else {
            serve();
        }
    }

    private static void call(int port) throws Exception {
        try (TTransport transport = new TFramedTransport(new TSocket("127.0.0.1", port))) {
            transport.open();
            System.out.println(new Probe.Client(new TBinaryProtocol(transport)).echo("text"));
        }
    }

    /** Prints the port, and ends when the input ends. */
    private static void serve() throws Exception {
        TServerSocket socket = new TServerSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        TThreadPoolServer server = new TThreadPoolServer(new TThreadPoolServer.Args(socket)
                .processor(new Probe.Processor<>(new ProbeHandler()))
                .protocolFactory(new TBinaryProtocol.Factory())
                .transportFactory(new TFramedTransport.Factory()));
        Thread serving = new Thread(server::serve, "libthrift");
        serving.setDaemon(true);
        serving.start();
        System.out.println(socket.getServerSocket().getLocalPort());
        System.in.transferTo(OutputStream.nullOutputStream());
        System.exit(0); // threads of the server wait for connections
    }
}
