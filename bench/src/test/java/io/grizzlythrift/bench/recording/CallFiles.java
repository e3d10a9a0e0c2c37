package io.grizzlythrift.bench.recording;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.bench.service.WireProtocol;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.thrift.TException;
import org.apache.thrift.transport.TIOStreamTransport;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.layered.TFramedTransport;

/** Writes files of calls, as the user's own program would. */
public final class CallFiles {
    private CallFiles() {}

    /** Writes a file through the generated client. */
    public static Path write(Path file, WireProtocol protocol, Calls calls) throws IOException, TException {
        try (OutputStream stream = Files.newOutputStream(file);
                TTransport transport = new TFramedTransport(new TIOStreamTransport(stream))) {
            calls.make(new BenchService.Client(protocol.factory().getProtocol(transport)));
        }
        return file;
    }

    /** Sends and never receives. */
    public interface Calls {
        void make(BenchService.Client client) throws TException;
    }
}
