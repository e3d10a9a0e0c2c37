package io.grizzlythrift.samples.guide;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.inspect.ClientSnapshot;
import io.grizzlythrift.inspect.InspectOptions;
import io.grizzlythrift.inspect.ServerSnapshot;
import io.grizzlythrift.server.ThriftServer;

/** Looks into a running server and client. */
final class Snapshots {
    private Snapshots() {}

    static void print(ThriftServer server, ThriftClient client) {
        // @start region=inspect
        ServerSnapshot now = server.inspect(InspectOptions.create().stackFrames(20));
        now.calls()
                .items()
                .forEach(call -> System.out.println(
                        call.method() + " " + call.state() + " for " + call.age() + ", from " + call.peer()));

        ClientSnapshot ofClient = client.inspect();
        ofClient.endpoints()
                .items()
                .forEach(each -> System.out.println(each.endpoint() + " " + each.state() + " " + each.lastFailure()));
        // @end region=inspect
    }
}
