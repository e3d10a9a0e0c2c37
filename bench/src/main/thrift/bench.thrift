// The service of all servers and clients of the comparison.
namespace java io.grizzlythrift.bench.gen

include "users.thrift"

/** A value of the usual shape: fixed fields, a text, bytes and a list. */
struct Work {
  1: i64 id
  2: i32 kind
  3: string text
  4: binary payload
  5: list<i64> parts
}

service BenchService extends users.UserService {
  /** Answers at once: the cost of a call without arguments. */
  void ping()

  i32 add(1: i32 left, 2: i32 right)

  /** Answers with its argument, so that every reply can be checked. */
  string echo(1: string text)

  binary blob(1: binary bytes)

  Work work(1: Work work)

  /** Blocks the thread that runs the handler. */
  void sleep(1: i32 millis)

  /** Keeps a core busy. */
  void burn(1: i32 micros)

  oneway void note(1: string text)
}
