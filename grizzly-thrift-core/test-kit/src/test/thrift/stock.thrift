// A base service, which the shop extends. Used by tests only.
namespace java io.grizzlythrift.testkit.gen

service Stock {
  i64 count(1: string item)
}
