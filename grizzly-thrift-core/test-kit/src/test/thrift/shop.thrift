// What clients of the test kit's servers call. Used by tests only.
include "stock.thrift"

namespace java io.grizzlythrift.testkit.gen

struct Article {
  1: string name
  2: optional i32 cents
}

exception SoldOut {
  1: string item
}

exception Closed {}

service Shop extends stock.Stock {
  Article find(1: string name) throws (1: Closed closed)

  void buy(1: Article article, 2: i16 pieces) throws (1: SoldOut soldOut, 2: Closed closed)

  double rate(1: binary picture)

  oneway void visit(1: string visitor)
}
