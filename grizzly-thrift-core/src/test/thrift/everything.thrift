// Every type of the IDL, each echoed by a method of its own. Used by tests only.
include "base.thrift"

namespace java io.grizzlythrift.test.gen

enum Colour {
  RED = 1
  GREEN = 2
  BLUE = 100000
  INFRARED = -7
}

typedef map<string, list<set<i32>>> Deep

/** Fields of each kind of requirement. */
struct Mixed {
  1: required string name
  2: optional i64 count
  3: i32 plain
  4: i32 fallback = 13
  5: optional string greeting = "good day"
  6: optional binary payload
  7: list<string> words
  8: optional Colour colour
  200: optional bool farAway
}

/** Every base type in one struct. */
struct Scalars {
  1: bool truth
  2: i8 tiny
  3: i16 small
  4: i32 medium
  5: i64 large
  6: double real
  7: string text
  8: binary bytes
  9: uuid id
  10: Colour colour
}

/** A struct that holds itself. */
struct Tree {
  1: string label
  2: optional Tree left
  3: optional list<Tree> children
}

/** One of several. */
union Choice {
  1: bool truth
  2: i64 number
  3: string text
  4: Scalars scalars
  5: list<Choice> choices
}

/** What a handler forgets to fill in. */
struct Strict {
  1: required string needed
  2: required Mixed inner
}

/** Containers of containers of everything. */
struct Containers {
  1: list<bool> truths
  2: set<string> words
  3: map<i32, string> names
  4: Deep deep
  5: map<Colour, list<Mixed>> mixedByColour
  6: set<Choice> choices
  7: list<list<list<i64>>> cube
  8: map<list<i32>, set<Tree>> odd
  9: map<i64, double> reals
  10: list<binary> blobs
  11: list<Colour> colours
}

/** The second declared exception, with a struct inside. */
exception Overdrawn {
  1: i64 missing
  2: Mixed account
}

service Everything extends base.Base {
  bool echoBool(1: bool value)
  i8 echoByte(1: i8 value)
  i16 echoI16(1: i16 value)
  i32 echoI32(1: i32 value)
  i64 echoI64(1: i64 value)
  double echoDouble(1: double value)
  string echoString(1: string value)
  binary echoBinary(1: binary value)
  uuid echoUuid(1: uuid value)
  Colour echoEnum(1: Colour value)
  Mixed echoMixed(1: Mixed value)
  Scalars echoScalars(1: Scalars value)
  Tree echoTree(1: Tree value)
  Choice echoChoice(1: Choice value)
  Containers echoContainers(1: Containers value)
  list<string> echoList(1: list<string> value)
  set<i64> echoSet(1: set<i64> value)
  map<string, list<set<i32>>> echoDeep(1: Deep value)
  list<Mixed> echoStructs(1: list<Mixed> value)
  map<Colour, i32> echoByEnum(1: map<Colour, i32> value)
  set<Choice> echoChoices(1: set<Choice> value)
  set<Mixed> echoStructSet(1: set<Mixed> value)

  /** libthrift 0.25 encodes this, but cannot decode it. */
  list<uuid> echoUuids(1: list<uuid> value)

  /** The arguments, one after the other, each as text. */
  list<string> several(1: bool truth, 2: i32 number, 4: string text, 9: list<double> reals, 3: Mixed mixed)

  void store(1: string key, 2: binary value)

  /** Reaches the handler, and nothing comes back. */
  oneway void note(1: string text)

  /** 0: returns; 1: Refused; 2: Overdrawn. */
  string judge(1: i32 verdict) throws (1: base.Refused refused, 2: Overdrawn overdrawn)

  /** As judge, and answers nothing. */
  void judgeQuietly(1: i32 verdict) throws (1: base.Refused refused, 2: Overdrawn overdrawn)

  /** Fails in the way of this name. */
  string fail(1: string how)

  /** Fails after nothing can be answered any more. */
  oneway void failQuietly(1: string how)

  /** Answers a struct that cannot be encoded, in the way of this name. */
  Strict brokenStruct(1: string how)

  /** Answers a list with a null in it, or no list. */
  list<string> brokenList(1: string how)

  /** Answers when the test lets it. */
  string hold(1: string key)
}
