/**
 * Calls without generated code, with arguments and results as JSON or as maps.
 *
 * <pre>
 *   ThriftClient.generic(ServiceCatalog) --> GenericClient.call("Service.method", "{...}")
 *                                                --> JSON, or a DeclaredException
 * </pre>
 */
@NullMarked
package io.grizzlythrift.client.generic;

import org.jspecify.annotations.NullMarked;
