package io.grizzlythrift.internal.json;

import io.grizzlythrift.internal.dispatch.CallTranscoder.Response;
import io.grizzlythrift.internal.dispatch.ResponseHead;
import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.message.ProcessorTable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TStruct;

/** The call of the reflection service that a request for the catalog asks for, so that it is treated like any call. */
final class CatalogCall extends TranscodedCall {
    private static final TStruct NO_ARGUMENTS = new TStruct("arguments");

    private final boolean isIdl;
    private final ProcessorTable reflection;

    CatalogCall(boolean isIdl, ProcessorTable reflection, Transcoders transcoders) {
        super(isIdl ? ReflectionService.IDL : ReflectionService.CATALOG, false, transcoders);
        this.isIdl = isIdl;
        this.reflection = reflection;
    }

    @Override
    int bodyBytes() {
        return 0;
    }

    /** {@return the reflection service, which need not be one of the services of the server} */
    @Override
    public Optional<ProcessorTable> services() {
        return Optional.of(reflection);
    }

    @Override
    long conversionBytes() {
        return 0;
    }

    @Override
    void writeArguments(TProtocol out) throws TException {
        out.writeStructBegin(NO_ARGUMENTS);
        out.writeFieldStop();
        out.writeStructEnd();
    }

    @Override
    ByteBuffer convertResult(TProtocol in, MemoryAccount memory) throws TException {
        in.readStructBegin();
        in.readFieldBegin();
        byte[] text = in.readString().getBytes(StandardCharsets.UTF_8);
        return new Response(headOf(JsonHeads.OK), text).withStatus();
    }

    @Override
    public ResponseHead headOf(int status) {
        return isIdl && status == JsonHeads.OK ? JsonHeads.of(status, JsonHeads.TEXT, List.of()) : super.headOf(status);
    }
}
