package io.grizzlythrift.bench.matrix;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.bench.recording.Recording;
import java.util.List;

/**
 * Calls that a user recorded, and the service that they call.
 *
 * @param service options of {@code serve} that select the service
 * @param recording the calls
 */
public record OwnCalls(List<String> service, Recording recording) {
    /** Copies the list. */
    public OwnCalls {
        service = List.copyOf(service);
        requireNonNull(recording, "recording");
    }
}
