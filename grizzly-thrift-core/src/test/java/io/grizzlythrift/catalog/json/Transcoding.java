package io.grizzlythrift.catalog.json;

import static org.testng.Assert.expectThrows;

import io.grizzlythrift.catalog.MethodDescription;
import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.gen.catalog.Shop;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.thrift.TBase;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.transport.TMemoryBuffer;
import org.apache.thrift.transport.TTransportException;

/** Converts values of the test's IDL files. */
final class Transcoding {
    static final ServiceCatalog CATALOG = ServiceCatalog.of(Everything.class, Shop.class);

    private final JsonTranscoder transcoder;
    private final TProtocolFactory protocols;

    Transcoding() {
        this(JsonTranscoder.of(CATALOG), new TBinaryProtocol.Factory());
    }

    Transcoding(JsonTranscoder transcoder, TProtocolFactory protocols) {
        this.transcoder = transcoder;
        this.protocols = protocols;
    }

    TProtocol newMessage() throws TTransportException {
        return protocols.getProtocol(new TMemoryBuffer(64));
    }

    /** Fills a struct with what the JSON says. */
    <T extends TBase<T, ?>> T parse(String json, T into) throws TException {
        TProtocol message = newMessage();
        transcoder.writeStruct(into.getClass().getSimpleName(), json, message);
        into.read(message);
        return into;
    }

    String print(TBase<?, ?> struct) throws TException, IOException {
        TProtocol message = newMessage();
        struct.write(message);
        return print(struct.getClass().getSimpleName(), message);
    }

    String print(String struct, TProtocol message) throws TException, IOException {
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        transcoder.readStruct(struct, message, json);
        return json.toString(StandardCharsets.UTF_8);
    }

    /** Returns the message of the error for a struct. */
    String errorOf(String struct, String json) {
        return expectThrows(TranscodingException.class, () -> transcoder.writeStruct(struct, json, newMessage()))
                .getMessage();
    }

    String errorOfPrinting(String struct, TProtocol message) {
        return expectThrows(TranscodingException.class, () -> print(struct, message))
                .getMessage();
    }

    static byte[] bytesOf(TMemoryBuffer written) {
        return Arrays.copyOf(written.getArray(), written.length());
    }

    static MethodDescription method(String name) {
        return CATALOG.method("Everything", name).orElseThrow();
    }
}
