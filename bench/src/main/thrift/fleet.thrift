// The service of the servers in the command chaos.
namespace java io.grizzlythrift.bench.gen

/** Who ran a call. */
struct Served {
  /** The id of the call, so that a reply to another call is noticed. */
  1: i64 id
  /** The number of the server. */
  2: i32 server
}

service FleetService {
  /** May run any number of times. */
  Served read(1: i64 id)

  /** Must not run twice: the server appends the id to a file before it replies. */
  Served write(1: i64 id)
}
