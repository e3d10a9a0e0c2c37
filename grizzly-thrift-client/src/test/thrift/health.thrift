// What a proxy calls to learn whether a server is ready. Used by tests only.
namespace java io.grizzlythrift.client.peers.gen

exception NotReady {}

service Health {
  void check() throws (1: NotReady notReady)
}
