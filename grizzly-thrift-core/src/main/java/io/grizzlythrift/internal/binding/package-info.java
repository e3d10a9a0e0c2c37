/**
 * What the integrations with dependency injection share: the generated code of handlers, and options that are read from
 * properties.
 */
package io.grizzlythrift.internal.binding;
