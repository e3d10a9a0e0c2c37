// What a catalog describes beyond everything.thrift. Used by tests only.
include "base.thrift"

namespace java io.grizzlythrift.test.gen.catalog

typedef i64 Millis
typedef list<Item> Items

/** How much there is of it. */
enum Size {
  SMALL = 1
  /** Enough for two. */
  LARGE = 2
}

struct Point {
  1: i32 x
  2: i32 y = 7
}

/**
 * What the shop sells.
 *
 * With default values of each type.
 */
struct Item {
  /** Shown to customers. */
  1: required string name
  2: optional Size size = Size.LARGE
  3: Millis madeAt = 1700000000000
  4: double price = 1.5
  5: list<string> tags = ["new", "say \"hi\"\n\\"]
  6: map<i32, Size> bySize = {1: Size.LARGE}
  7: set<i16> codes = [-3]
  8: optional bool sold = true
  9: binary label = "text"
  10: uuid id = "00112233-4455-6677-8899-aabbccddeeff"
  11: i8 tiny = -3
  12: Point place = {"x": 1}
  13: optional Item parent
  14: i64 big = 9007199254740993
  15: map<string, Point> corners = {"left": {"x": 2, "y": 3}}
  16: map<Point, string> names
  17: optional Payment paid
}

/** Has the name of another exception, in base.thrift. */
exception Refused {
  1: string why
}

union Payment {
  1: i64 cash
  2: string card
  /** Several of them. */
  3: list<Payment> parts
}

/** Sells items. */
service Shop extends base.Base {
  /**
   * Finds items.
   */
  Items find(
      /** Of this size only. */
      1: Size size = Size.SMALL, 2: i32 limit = 10, 3: map<string, list<Size>> anArgumentThatNeedsSomeRoom)
      throws (1: Refused refused, 2: base.Refused denied)
  void pay(1: Payment payment, 2: required Millis when)
  Item first()
  oneway void note(1: string text)
}
