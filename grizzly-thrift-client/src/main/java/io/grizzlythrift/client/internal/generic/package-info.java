/**
 * Calls without generated code: encodes JSON by a catalog, as a stub of the client encodes arguments by generated code.
 *
 * <pre>
 *   GenericCalls --> DescribedMethod --> RuntimeStub --> the path of any call
 *     |                 JsonTranscoder: JSON, message
 *     +-- ValueWriter, ValueReader: maps, JSON
 * </pre>
 */
package io.grizzlythrift.client.internal.generic;
