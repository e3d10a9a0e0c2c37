package io.grizzlythrift.client.stub;

import java.lang.reflect.Method;
import java.util.Map;

/** A generated interface, and its methods. */
record StubType(String name, StubKind kind, Map<Method, StubMethod> methods) {}
