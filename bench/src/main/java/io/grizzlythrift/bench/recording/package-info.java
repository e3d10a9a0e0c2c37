/**
 * Records the calls of the user's own client in a file, for replay.
 *
 * <pre>
 *   a client --&gt; {@link io.grizzlythrift.bench.recording.RecordingProxy} --&gt; a server
 *                    |  {@code FrameSplitter}: whole frames
 *                    v
 *                  FILE: framed calls, one after the other, as on the wire
 *                    |
 *                    v
 *                {@link io.grizzlythrift.bench.recording.Recording}: {@link io.grizzlythrift.bench.recording.RecordedCall}s, all of one encoding
 * </pre>
 *
 * <p>A program can write such a file without the proxy: it opens a {@code TFramedTransport} on a stream to a file and
 * calls {@code send_method} of the generated client.
 */
package io.grizzlythrift.bench.recording;
