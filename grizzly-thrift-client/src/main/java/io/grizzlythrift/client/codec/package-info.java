/**
 * Encodes calls into frames and decodes frames into results, with generated code. Codecs are pooled; one thread uses a
 * codec at a time. A call is encoded on the thread of its caller, and its reply is decoded where the caller or callback
 * runs.
 *
 * <pre>
 *   arguments --> generated send_ method ----> CallCodec --> frame
 *   result    &lt;-- generated recv_ method &lt;---- CallCodec &lt;-- frame
 * </pre>
 */
package io.grizzlythrift.client.codec;
