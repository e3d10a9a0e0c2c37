package io.grizzlythrift.security;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** One rule: some methods, and who may call them. Immutable. */
final class AccessRule {
    private static final String ANYONE = "anyone";
    private static final String GROUP = "group:";
    private static final String SPIFFE = "spiffe://";

    private final Glob service;
    private final Glob method;
    private final List<Predicate<Optional<Identity>>> callers;

    private AccessRule(Glob service, Glob method, List<Predicate<Optional<Identity>>> callers) {
        this.service = service;
        this.method = method;
        this.callers = callers;
    }

    /**
     * Parses a rule.
     *
     * @param line not blank, not a comment
     * @throws IllegalArgumentException if it is malformed; the message says how
     */
    static AccessRule parse(String line) {
        int colon = line.indexOf(':');
        if (colon < 0) {
            throw new IllegalArgumentException("'" + line + "' has no colon between the methods and their callers");
        }
        String methods = line.substring(0, colon).strip();
        if (methods.isEmpty() || methods.chars().anyMatch(each -> each <= ' ' || each == '"')) {
            throw new IllegalArgumentException("'" + methods + "' must be SERVICE.METHOD, METHOD or *");
        }
        int dot = methods.lastIndexOf('.');
        String service = dot < 0 ? "" : methods.substring(0, dot);
        String method = methods.substring(dot + 1);
        if (method.isEmpty() || dot == 0) {
            throw new IllegalArgumentException("'" + methods + "' must be SERVICE.METHOD, METHOD or *");
        }
        List<Predicate<Optional<Identity>>> callers = new ArrayList<>();
        for (CallerName caller : CallerName.split(line.substring(colon + 1))) {
            callers.add(predicate(caller));
        }
        boolean isAll = methods.equals("*");
        return new AccessRule(
                new Glob(isAll || service.equals("*") ? "**" : service),
                new Glob(method.equals("*") ? "**" : method),
                List.copyOf(callers));
    }

    private static Predicate<Optional<Identity>> predicate(CallerName caller) {
        String name = caller.text();
        if (!caller.quoted() && name.equals(ANYONE)) {
            return identity -> true;
        }
        if (!caller.quoted() && name.equals("*")) {
            return Optional::isPresent;
        }
        if (!caller.quoted() && name.startsWith(GROUP)) {
            String group = name.substring(GROUP.length());
            if (group.isEmpty()) {
                throw new IllegalArgumentException("'" + name + "' has no name of a group");
            }
            return identity -> identity.filter(who -> isIn(who, group)).isPresent();
        }
        if (!caller.quoted() && name.startsWith(SPIFFE)) {
            Glob id = new Glob(name);
            return identity -> identity.filter(who -> hasSpiffeId(who, id)).isPresent();
        }
        if (caller.quoted()) {
            return identity ->
                    identity.filter(who -> who.principal().equals(name)).isPresent();
        }
        Glob principal = new Glob(name);
        return identity ->
                identity.filter(who -> principal.matches(who.principal())).isPresent();
    }

    private static boolean hasSpiffeId(Identity identity, Glob pattern) {
        return identity.attributes().get(Identity.SPIFFE_ID) instanceof String id && pattern.matches(id);
    }

    private static boolean isIn(Identity identity, String group) {
        return identity.attributes().get(Identity.GROUPS) instanceof Collection<?> groups && groups.contains(group);
    }

    /** {@return whether the rule is about a method} */
    boolean isAbout(String calledService, String calledMethod) {
        return service.matches(calledService) && method.matches(calledMethod);
    }

    /** {@return whether the rule lets a caller call its methods} */
    boolean allows(Optional<Identity> identity) {
        for (Predicate<Optional<Identity>> caller : callers) {
            if (caller.test(identity)) {
                return true;
            }
        }
        return false;
    }
}
