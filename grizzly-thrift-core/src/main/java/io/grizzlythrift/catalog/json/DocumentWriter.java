package io.grizzlythrift.catalog.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.grizzlythrift.catalog.FieldDescription;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocolException;

/** Converts Thrift to documents of JSON. */
final class DocumentWriter {
    private final JsonFormat format;
    private final JsonLimits limits;

    DocumentWriter(JsonFormat format, JsonLimits limits) {
        this.format = format;
        this.limits = limits;
    }

    /** Reads one value of Thrift. */
    interface Value {
        /** Returns the exception that the value is, if it is the result of a method. */
        Optional<FieldDescription> writeTo(JsonTarget out) throws IOException, TException;
    }

    Optional<FieldDescription> write(OutputStream out, Value value) throws TranscodingException, IOException {
        JsonGenerator generator = format.generator(new LimitedOutput(out, limits.maxBytes()));
        try {
            Optional<FieldDescription> exception = value.writeTo(new JsonTarget(generator, limits));
            generator.flush();
            return exception;
        } catch (ValueException e) {
            throw TranscodingException.of(
                    e.isBehind() ? JsonPath.ofRead(generator.getOutputContext()) : nextPath(generator), e);
        } catch (TException e) {
            int type = e instanceof TProtocolException protocol ? protocol.getType() : TProtocolException.INVALID_DATA;
            throw unreadable(type, generator, e);
        } catch (LimitedOutput.TooBig e) {
            throw TranscodingException.of(nextPath(generator), limits.tooBig());
        } catch (JsonProcessingException e) {
            throw TranscodingException.ofMalformed(nextPath(generator), e);
        } catch (IllegalArgumentException e) { // of TJSONProtocol, for a malformed uuid
            throw unreadable(TProtocolException.INVALID_DATA, generator, e);
        }
    }

    private static TranscodingException unreadable(int type, JsonGenerator generator, Exception cause) {
        return new TranscodingException(type, nextPath(generator), "cannot be read: " + cause.getMessage(), cause);
    }

    private static String nextPath(JsonGenerator generator) {
        return JsonPath.ofNext(generator.getOutputContext());
    }

    /** Stops a document that becomes too big. */
    private static final class LimitedOutput extends OutputStream {
        private final OutputStream out;
        private long left;

        /** Thrown instead of bytes beyond the limit. */
        static final class TooBig extends IOException {
            private static final long serialVersionUID = 1L;
        }

        LimitedOutput(OutputStream out, int maxBytes) {
            this.out = out;
            left = maxBytes;
        }

        @Override
        public void write(int value) throws IOException {
            take(1);
            out.write(value);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            take(length);
            out.write(bytes, offset, length);
        }

        private void take(int length) throws TooBig {
            left -= length;
            if (left < 0) {
                throw new TooBig();
            }
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }
    }
}
