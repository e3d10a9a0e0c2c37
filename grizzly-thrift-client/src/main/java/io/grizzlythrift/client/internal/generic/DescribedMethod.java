package io.grizzlythrift.client.internal.generic;

import io.grizzlythrift.catalog.FieldDescription;
import io.grizzlythrift.catalog.MethodDescription;
import io.grizzlythrift.catalog.json.JsonTranscoder;
import io.grizzlythrift.client.generic.DeclaredException;
import io.grizzlythrift.client.internal.call.RuntimeMethod;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocol;

/** A method whose arguments are a JSON text, and whose result is made of one. */
final class DescribedMethod implements RuntimeMethod {
    /** Makes the result of a call from its JSON. */
    @FunctionalInterface
    interface ResultForm {
        Object of(String json);
    }

    private final MethodDescription description;
    private final JsonTranscoder transcoder;
    private final ResultForm form;

    DescribedMethod(MethodDescription description, JsonTranscoder transcoder, ResultForm form) {
        this.description = description;
        this.transcoder = transcoder;
        this.form = form;
    }

    @Override
    public String name() {
        return description.name();
    }

    @Override
    public boolean isOneway() {
        return description.oneway();
    }

    @Override
    public void writeArguments(Object arguments, TProtocol out) throws TException {
        transcoder.writeArguments(description, ((String) arguments).getBytes(StandardCharsets.UTF_8), out);
    }

    @Override
    public Object readResult(TProtocol in) throws TException {
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        Optional<FieldDescription> exception;
        try {
            exception = transcoder.readResult(description, in, json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String text = json.toString(StandardCharsets.UTF_8);
        if (exception.isPresent()) {
            throw new DeclaredException(
                    description.name(), exception.get().type().idlName(), text);
        }
        return form.of(text);
    }
}
