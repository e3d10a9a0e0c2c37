package io.grizzlythrift.samples.guide;

import io.grizzlythrift.compat.TGrizzlyServer;
import io.grizzlythrift.samples.calculator.CalculatorHandler;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.server.TServer;
import org.apache.thrift.server.TThreadPoolServer;
import org.apache.thrift.transport.TNonblockingServerSocket;
import org.apache.thrift.transport.TServerSocket;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.layered.TFramedTransport;

/** A server of libthrift, and its replacement. */
final class DropIn {
    private DropIn() {}

    static TServer before(int port) throws TTransportException {
        TProcessor processor = new Calculator.Processor<>(new CalculatorHandler());
        // @start region=before
        TServer server = new TThreadPoolServer(new TThreadPoolServer.Args(new TServerSocket(port))
                .processor(processor)
                .protocolFactory(new TBinaryProtocol.Factory())
                .transportFactory(new TFramedTransport.Factory())
                .maxWorkerThreads(200));
        // @end region=before
        return server;
    }

    static TServer after(int port) throws TTransportException {
        TProcessor processor = new Calculator.Processor<>(new CalculatorHandler());
        // @start region=after
        TServer server = new TGrizzlyServer(new TGrizzlyServer.Args(new TNonblockingServerSocket(port))
                .processor(processor)
                .protocolFactory(new TBinaryProtocol.Factory())
                .selectorThreads(2)
                .workerThreads(8)
                .configure(options -> options.jmx(true))); // any option of ThriftServer
        // @end region=after
        return server;
    }
}
