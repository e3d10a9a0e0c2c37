// For peers whose library knows uuid: Thrift compilers from 0.21 on read it. Used by tests only.
include "peers.thrift"

namespace java io.grizzlythrift.client.peers.gen
namespace py peers_uuid

struct Uuids {
  1: required uuid one
  2: optional uuid absent
  /** Not in JSON: libthrift for Java cannot read containers of uuid there. */
  3: optional list<uuid> many
}

service UuidPeers extends peers.Peers {
  uuid echoUuid(1: uuid value)

  /** Compares what it gets with the sample, and answers it. */
  Uuids exchangeUuids(1: Uuids mine) throws (1: peers.Rejected rejected)
}
