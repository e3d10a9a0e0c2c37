/** Finds the generated code of handlers, for integrations with dependency injection. */
package io.grizzlythrift.internal.binding;
