package io.grizzlythrift.client.internal.sasl;

import io.grizzlythrift.internal.util.SubjectAction;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import javax.security.auth.Subject;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.kerberos.KerberosPrincipal;
import javax.security.auth.kerberos.KerberosTicket;
import javax.security.auth.login.LoginException;

/** A subject with a ticket-granting ticket. */
@SuppressWarnings("JavaUtilDate") // the JDK's tickets have no other times
final class KerberosLogin implements Login {
    private final Subject subject;
    private final String principal;
    private final KerberosTicket ticket;

    KerberosLogin(Subject subject) throws LoginException {
        this.subject = subject;
        principal = subject.getPrincipals(KerberosPrincipal.class).stream()
                .findFirst()
                .map(KerberosPrincipal::getName)
                .orElse("");
        ticket = ticketOf(subject)
                .orElseThrow(
                        () -> new LoginException("the subject of '" + principal + "' has no ticket-granting ticket"));
    }

    /** Returns the ticket-granting ticket that ends last. */
    private static Optional<KerberosTicket> ticketOf(Subject subject) {
        Set<KerberosTicket> all = subject.getPrivateCredentials(KerberosTicket.class); // a copy
        return all.stream()
                .filter(each -> !each.isDestroyed() && each.getEndTime() != null)
                .filter(each -> each.getServer().getName().startsWith("krbtgt/"))
                .max(Comparator.comparing(KerberosTicket::getEndTime));
    }

    long startMillis() {
        return (ticket.getStartTime() == null ? ticket.getAuthTime() : ticket.getStartTime()).getTime();
    }

    long endMillis() {
        return ticket.getEndTime().getTime();
    }

    @Override
    public String principal() {
        return principal;
    }

    @Override
    public Object fingerprint() {
        return List.of(principal, ticket.getAuthTime(), ticket.getEndTime());
    }

    @Override
    public CallbackHandler callbacks() {
        return KerberosLogin::ignore;
    }

    /** A client of GSSAPI has no callbacks. */
    private static void ignore(Callback... all) {
        if (all.length > 0) {
            throw new IllegalStateException("unexpected callbacks " + Arrays.toString(all));
        }
    }

    @Override
    public <T> T run(Callable<T> step) throws Exception {
        try {
            return SubjectAction.run(subject, step);
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable t) { // a Callable throws neither
            throw new IllegalStateException(t);
        }
    }
}
