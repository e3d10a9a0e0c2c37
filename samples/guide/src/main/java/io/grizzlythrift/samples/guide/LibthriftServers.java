package io.grizzlythrift.samples.guide;

import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.server.THsHaServer;
import org.apache.thrift.server.TNonblockingServer;
import org.apache.thrift.server.TServer;
import org.apache.thrift.server.TThreadPoolServer;
import org.apache.thrift.server.TThreadedSelectorServer;
import org.apache.thrift.transport.TNonblockingServerSocket;
import org.apache.thrift.transport.TServerSocket;
import org.apache.thrift.transport.layered.TFramedTransport;

/** The servers of libthrift. {@link DropInServers} has their replacements. */
final class LibthriftServers {
    private LibthriftServers() {}

    static TServer threadPool(TServerSocket socket, TProcessor processor) {
        // @start region=thread-pool
        TServer server = new TThreadPoolServer(new TThreadPoolServer.Args(socket)
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
        THsHaServer.Args options = new THsHaServer.Args(socket)
                .processor(processor)
                .protocolFactory(new TBinaryProtocol.Factory())
                .minWorkerThreads(8)
                .stopTimeoutVal(30);
        options.maxReadBufferBytes = 64 << 20;
        TServer server = new THsHaServer(options);
        // @end region=hs-ha
        return server;
    }

    static TServer nonblocking(TNonblockingServerSocket socket, TProcessor processor) {
        // @start region=nonblocking
        TServer server = new TNonblockingServer(new TNonblockingServer.Args(socket)
                .processor(processor)
                .protocolFactory(new TBinaryProtocol.Factory()));
        // @end region=nonblocking
        return server;
    }

    static TServer threadedSelector(TNonblockingServerSocket socket, TProcessor processor) {
        // @start region=threaded-selector
        TServer server = new TThreadedSelectorServer(new TThreadedSelectorServer.Args(socket)
                .processor(processor)
                .protocolFactory(new TBinaryProtocol.Factory())
                .selectorThreads(2)
                .workerThreads(8)
                .acceptQueueSizePerThread(16));
        // @end region=threaded-selector
        return server;
    }
}
