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
        TProtocolFactory outputProtocolFactory) {}
