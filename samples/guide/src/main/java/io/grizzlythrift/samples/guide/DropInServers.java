package io.grizzlythrift.samples.guide;

import io.grizzlythrift.compat.TGrizzlyHsHaServer;
import io.grizzlythrift.compat.TGrizzlyNonblockingServer;
import io.grizzlythrift.compat.TGrizzlyServer;
import io.grizzlythrift.compat.TGrizzlyThreadPoolServer;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.server.TServer;
import org.apache.thrift.transport.TNonblockingServerSocket;
import org.apache.thrift.transport.TServerSocket;
import org.apache.thrift.transport.layered.TFramedTransport;

/** Replacements for {@link LibthriftServers}: only the names of classes differ. */
final class DropInServers {
    private DropInServers() {}

    static TServer threadPool(TServerSocket socket, TProcessor processor) {
        // @start region=thread-pool
        TServer server = new TGrizzlyThreadPoolServer(new TGrizzlyThreadPoolServer.Args(socket)
                .processor(processor)
                .protocolFactory(new TBinaryProtocol.Factory())
                .transportFactory(new TFramedTransport.Factory())
                .minWorkerThreads(10)
                .maxWorkerThreads(200)
                .stopTimeoutVal(30));
        // @end region=thread-pool
        return server;
    }

    static TServer hsHa(TNonblockingServerSocket socket, TProcessor processor) {
        // @start region=hs-ha
        TGrizzlyHsHaServer.Args options = new TGrizzlyHsHaServer.Args(socket)
                .processor(processor)
                .protocolFactory(new TBinaryProtocol.Factory())
                .minWorkerThreads(8)
                .stopTimeoutVal(30);
        options.maxReadBufferBytes = 64 << 20;
        TServer server = new TGrizzlyHsHaServer(options);
        // @end region=hs-ha
        return server;
    }

    static TServer nonblocking(TNonblockingServerSocket socket, TProcessor processor) {
        // @start region=nonblocking
        TServer server = new TGrizzlyNonblockingServer(new TGrizzlyNonblockingServer.Args(socket)
                .processor(processor)
                .protocolFactory(new TBinaryProtocol.Factory()));
        // @end region=nonblocking
        return server;
    }

    static TServer threadedSelector(TNonblockingServerSocket socket, TProcessor processor) {
        // @start region=threaded-selector
        TServer server = new TGrizzlyServer(new TGrizzlyServer.Args(socket)
                .processor(processor)
                .protocolFactory(new TBinaryProtocol.Factory())
                .selectorThreads(2)
                .workerThreads(8)
                .acceptQueueSizePerThread(16));
        // @end region=threaded-selector
        return server;
    }

    static TServer configured(TNonblockingServerSocket socket, TProcessor processor) {
        // @start region=options
        TServer server = new TGrizzlyServer(new TGrizzlyServer.Args(socket)
                .processor(processor)
                .workerThreads(8)
                .configure(options -> options.jmx(true))); // any option of ThriftServer
        // @end region=options
        return server;
    }
}
