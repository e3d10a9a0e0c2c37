package io.grizzlythrift.samples.guide;

import io.grizzlythrift.security.AccessRules;
import io.grizzlythrift.security.Authorizer;
import io.grizzlythrift.security.Decision;
import io.grizzlythrift.security.Identity;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import java.nio.file.Path;

/** Who may call what. */
final class Authorization {
    private Authorization() {}

    // @start region=file
    static ThriftServer authorized(ThriftServerBuilder builder) {
        return builder.authorizer(AccessRules.ofFile(Path.of("access.rules")))
                .auditLog(true) // a line for each decision
                .build();
    }
    // @end region=file

    // @start region=code
    static Authorizer onlyAdminsWrite() {
        Decision denied = Decision.deny("only the admin may change anything");
        return (identity, service, method) -> {
            boolean admin = identity.map(Identity::principal)
                    .filter("admin@EXAMPLE.ORG"::equals)
                    .isPresent();
            return admin || method.startsWith("get") ? Decision.allow() : denied;
        };
    }
    // @end region=code
}
