package io.grizzlythrift.compat;

import org.apache.thrift.TProcessorFactory;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.transport.TServerTransport;
import org.apache.thrift.transport.TTransportFactory;

/** The options that all servers of libthrift have. */
record CommonOptions(
        TServerTransport serverTransport,
        TProcessorFactory processorFactory,
        TTransportFactory inputTransportFactory,
        TTransportFactory outputTransportFactory,
        TProtocolFactory inputProtocolFactory,
        TProtocolFactory outputProtocolFactory) {
    /** {@return these options for messages without transports of the program's own, which SASL of the server replaces} */
    CommonOptions withoutTransports() {
        TTransportFactory none = new TTransportFactory();
        return new CommonOptions(
                serverTransport, processorFactory, none, none, inputProtocolFactory, outputProtocolFactory);
    }
}
