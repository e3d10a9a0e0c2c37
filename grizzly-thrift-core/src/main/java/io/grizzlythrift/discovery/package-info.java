/**
 * Announces servers to clients: the address and properties that a server advertises, and the interface to a registry.
 *
 * <pre>
 *   ThriftServer listens --> AdvertisedAddress.of(bound address) --> EndpointAddress
 *                                                                         v
 *                    Announcer.announce(EndpointAddress, Listener) --> Announcement; closed before the server drains
 *                                                        |
 *                                                        +--> announced or failed --> the server
 * </pre>
 *
 * <p>{@code ZooKeeperAnnouncer} writes to ZooKeeper, in the format of Curator's service discovery; only its classes need {@code
 * org.apache.curator:curator-x-discovery}.
 */
@NullMarked
package io.grizzlythrift.discovery;

import org.jspecify.annotations.NullMarked;
