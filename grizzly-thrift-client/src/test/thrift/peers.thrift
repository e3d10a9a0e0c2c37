// What peers of other languages call, and serve. Used by tests only. Thrift compilers from 0.17 on read it.
namespace java io.grizzlythrift.client.peers.gen
namespace py peers
namespace cpp peers

enum Colour {
  RED = 1
  GREEN = 2
  FAR = 1000000
}

typedef i64 Millis

/** Hashable in Python, where it is in sets. */
struct Point {
  1: required i32 x
  2: required i32 y
  3: optional string label
  4: i16 weight = 7
} (python.immutable = "")

typedef list<Point> Path

union Shape {
  1: Point dot
  2: Path line
  3: string name
}

/**
 * Every type there is, each with the values at its bounds. Each language holds the same sample of it, written by hand,
 * and compares what it reads with that, so that no two mistakes of one language can hide each other.
 * Optional fields are those that some language cannot hold or some library cannot carry.
 */
struct Everything {
  1: required bool yes
  2: bool no
  3: optional list<bool> flags
  4: list<i8> bytes
  5: list<i16> shorts
  6: list<i32> ints
  7: list<i64> longs
  8: list<double> doubles
  /** The infinities, and what is no number. */
  9: optional list<double> oddDoubles
  10: list<string> strings
  /** Characters that JSON must escape, zero among them. */
  11: optional string controls
  12: list<binary> blobs
  13: Colour colour
  14: Point point
  15: list<Shape> shapes
  16: set<i32> numbers
  17: set<string> words
  18: set<Point> points
  19: map<string, i32> ages
  20: optional map<i32, list<string>> lists
  21: optional map<string, map<i32, set<Colour>>> nested
  22: optional map<i64, double> byLong
  23: optional map<Point, string> byPoint
  24: Millis timeout
  25: Path path
  26: i32 withDefault = 42
  27: list<string> defaultWords = ["one", "two"]
  28: optional string present
  29: optional string absent
  30: optional Point absentPoint
  31: list<string> emptyList
  32: set<i32> emptySet
  33: map<string, i32> emptyMap
  /** More elements than the short form of the compact protocol counts. */
  34: list<i32> sixteen
  /** Plus and minus. */
  35: optional list<double> zeros
}

exception Rejected {
  1: string field
  2: string reason
}

exception Busy {
  1: Millis retryAfter
  2: Point where
}

service Peers {
  /** Neither arguments nor a result. */
  void ping()

  /** Compares what it gets with the sample, and answers with the sample. */
  Everything exchange(1: Everything mine) throws (1: Rejected rejected)

  // Each answers its argument.
  bool echoBool(1: bool value)
  i8 echoByte(1: i8 value)
  i16 echoShort(1: i16 value)
  i32 echoInt(1: i32 value)
  i64 echoLong(1: i64 value)
  double echoDouble(1: double value)
  string echoString(1: string value)
  binary echoBinary(1: binary value)
  Colour echoColour(1: Colour value)
  Point echoPoint(1: Point value)
  Shape echoShape(1: Shape value)
  Path echoPath(1: Path value)
  set<string> echoSet(1: set<string> value)
  map<string, i32> echoMap(1: map<string, i32> value)
  Millis echoMillis(1: Millis value)

  /** Several arguments: left - right. */
  i64 subtract(1: i64 left, 2: i32 right)

  /** 1: Rejected("kind", "1"); 2: Busy(250, the sample's point); 3: what is not declared; others: answers 0 - kind. */
  i32 fail(1: i32 kind) throws (1: Rejected rejected, 2: Busy busy)

  /** The same without a result. */
  void failQuietly(1: i32 kind) throws (1: Rejected rejected, 2: Busy busy)

  /** Nothing comes back. */
  oneway void note(1: i32 value)

  /** The sum of all notes of this server once there are as many as that, or an error after some seconds. */
  i64 noted(1: i32 atLeast)
}

/** What a client knows that no server here serves. */
service NewerPeers extends Peers {
  i32 added(1: i32 value)
}
