package io.grizzlythrift.inspect.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.grizzlythrift.inspect.ClientSnapshot;
import io.grizzlythrift.inspect.EndpointSnapshot;
import java.io.IOException;
import java.util.Map;

/** Writes the snapshot of a client. */
final class ClientJson {
    private ClientJson() {}

    static void write(JsonGenerator json, ClientSnapshot client) throws IOException {
        json.writeStartObject();
        members(json, client);
        json.writeEndObject();
    }

    static void members(JsonGenerator json, ClientSnapshot client) throws IOException {
        json.writeStringField("taken", client.taken().toString());
        Members.time(json, "uptime", client.uptime());
        json.writeStringField("name", client.name());
        json.writeStringField("state", client.state());
        json.writeStringField("resolver", client.resolver());
        json.writeNumberField("calls", client.calls());
        json.writeNumberField("inFlight", client.inFlight());
        json.writeNumberField("completed", client.completed());
        json.writeObjectFieldStart("failures");
        for (Map.Entry<String, Long> failure : client.failures().entrySet()) {
            json.writeNumberField(failure.getKey(), failure.getValue());
        }
        json.writeEndObject();
        json.writeNumberField("retries", client.retries());
        json.writeNumberField("hedges", client.hedges());
        json.writeNumberField("overBudget", client.overBudget());
        if (client.budget().isPresent()) {
            json.writeNumberField("budget", client.budget().getAsDouble());
        } else {
            json.writeNullField("budget");
        }
        json.writeNumberField("queuedBytes", client.queuedBytes());
        Members.listing(json, "endpoints", client.endpoints(), endpoint -> endpoint(json, endpoint));
    }

    private static void endpoint(JsonGenerator json, EndpointSnapshot endpoint) throws IOException {
        json.writeStringField("endpoint", endpoint.endpoint());
        json.writeStringField("state", endpoint.state());
        json.writeNumberField("openConnections", endpoint.openConnections());
        json.writeNumberField("inFlight", endpoint.inFlight());
        json.writeNumberField("waiting", endpoint.waiting());
        Members.time(json, "latency", endpoint.latency());
        json.writeNumberField("connectAttempts", endpoint.connectAttempts());
        json.writeNumberField("reconnects", endpoint.reconnects());
        json.writeNumberField("ejections", endpoint.ejections());
        json.writeStringField("lastFailure", endpoint.lastFailure());
    }
}
