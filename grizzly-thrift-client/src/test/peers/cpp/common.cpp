#include "common.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <stdexcept>
#include <tuple>

#include <thrift/protocol/TBinaryProtocol.h>
#include <thrift/protocol/TCompactProtocol.h>
#include <thrift/protocol/THeaderProtocol.h>
#include <thrift/protocol/TJSONProtocol.h>
#include <thrift/transport/TBufferTransports.h>

using namespace apache::thrift::protocol;
using namespace apache::thrift::transport;
using namespace peers;

namespace {

template <typename T>
constexpr T MIN = std::numeric_limits<T>::min();

template <typename T>
constexpr T MAX = std::numeric_limits<T>::max();

std::shared_ptr<TProtocolFactory> protocolOf(const std::string& name) {
  if (name == "binary") {
    return std::make_shared<TBinaryProtocolFactory>();
  }
  if (name == "compact") {
    return std::make_shared<TCompactProtocolFactory>();
  }
  if (name == "json") {
    return std::make_shared<TJSONProtocolFactory>();
  }
  throw std::invalid_argument("protocol " + name);
}

/** Unlike the factory of the library, it can make the compact protocol, and protocols that compress what they write. */
class HeaderProtocolFactory : public THeaderProtocolFactory {
 public:
  HeaderProtocolFactory(uint16_t protocolId, bool compressed) : protocolId_(protocolId), compressed_(compressed) {}

  std::shared_ptr<TProtocol> getProtocol(std::shared_ptr<TTransport> both) override { return getProtocol(both, both); }

  std::shared_ptr<TProtocol> getProtocol(std::shared_ptr<TTransport> in, std::shared_ptr<TTransport> out) override {
    const auto protocol = std::make_shared<THeaderProtocol>(in, out, protocolId_);
    if (compressed_) {
      std::dynamic_pointer_cast<THeaderTransport>(protocol->getTransport())
          ->setTransform(THeaderTransport::ZLIB_TRANSFORM);
    }
    return protocol;
  }

 private:
  const uint16_t protocolId_;
  const bool compressed_;
};

Point labelled(int32_t x, int32_t y, const std::string& label) {
  Point labelled = point(x, y);
  labelled.__set_label(label);
  return labelled;
}

Shape shape(const Point& dot) {
  Shape shape;
  shape.__set_dot(dot);
  return shape;
}

Shape shape(const Path& line) {
  Shape shape;
  shape.__set_line(line);
  return shape;
}

Shape shape(const std::string& name) {
  Shape shape;
  shape.__set_name(name);
  return shape;
}

std::string allBytes() {
  std::string bytes(256, '\0');
  std::iota(bytes.begin(), bytes.end(), 0);
  return bytes;
}

bool sameAll(const std::vector<double>& some, const std::vector<double>& others) {
  return std::equal(some.begin(), some.end(), others.begin(), others.end(), same);
}

void leaveOut(Everything& everything, const std::string& leftOut) {
  const auto stays = [&](const std::string& name) { return leftOut.find("," + name + ",") == std::string::npos; };
  everything.__isset.flags = stays("flags");
  everything.__isset.oddDoubles = stays("oddDoubles");
  everything.__isset.controls = stays("controls");
  everything.__isset.lists = stays("lists");
  everything.__isset.nested = stays("nested");
  everything.__isset.byLong = stays("byLong");
  everything.__isset.byPoint = stays("byPoint");
  everything.__isset.zeros = stays("zeros");
}

}  // namespace

/** What a set of Point needs, and the compiler only declares. */
bool peers::Point::operator<(const Point& other) const {
  return std::tie(x, y, label, weight) < std::tie(other.x, other.y, other.label, other.weight);
}

Arguments::Arguments(int argc, char** argv) {
  if (argc < 5) {
    throw std::invalid_argument("usage: PORT binary|compact|json FIELDS framed|unframed|header|zlib [PEM]");
  }
  port = std::atoi(argv[1]);
  const std::string protocol = argv[2];
  leftOut = "," + std::string(argv[3]) + ",";
  const std::string dialect = argv[4];
  pem = argc > 5 ? argv[5] : "";
  headers = dialect == "header" || dialect == "zlib";
  if (headers) {
    transports = std::make_shared<TTransportFactory>();
    protocols = std::make_shared<HeaderProtocolFactory>(protocol == "binary" ? T_BINARY_PROTOCOL : T_COMPACT_PROTOCOL,
                                                        dialect == "zlib");
    return;
  }
  if (dialect == "framed") {
    transports = std::make_shared<TFramedTransportFactory>();
  } else {
    transports = std::make_shared<TBufferedTransportFactory>();
  }
  protocols = protocolOf(protocol);
}

bool same(double one, double other) {
  return std::isnan(one) ? std::isnan(other) : one == other && std::signbit(one) == std::signbit(other);
}

Point point(int32_t x, int32_t y) {
  Point point;
  point.x = x;
  point.y = y;
  return point;
}

Point point() {
  return labelled(3, -4, "p");
}

Everything everything(const std::string& leftOut) {
  const double infinity = std::numeric_limits<double>::infinity();
  Point heavy = point(1, 2);
  heavy.__set_weight(9);

  Everything all;
  all.yes = true;
  all.__set_no(false);
  all.__set_flags({true, false, true});
  all.__set_bytes({-128, -1, 0, 1, 127});
  all.__set_shorts({-32768, -1, 0, 1, 32767});
  all.__set_ints({MIN<int32_t>, -1, 0, 1, MAX<int32_t>});
  all.__set_longs({MIN<int64_t>, -9007199254740993, -1, 0, 1, 9007199254740993, MAX<int64_t>});
  all.__set_doubles({0, 1, -1.5, 0.1, 5e-324, 1.7976931348623157e308, -1e-7});
  all.__set_oddDoubles({infinity, -infinity, std::numeric_limits<double>::quiet_NaN()});
  all.__set_strings({"", "a", "tab\t line\n quote\" back\\ slash/", "Grüße", "日本語", "😀"});
  all.__set_controls(std::string("\0\x1f\x7f", 3));
  all.__set_blobs({"", "\xff", std::string("\0\x01", 2), "\x80\x7f\xfe", allBytes()});
  all.__set_colour(Colour::FAR);
  all.__set_point(point());
  all.__set_shapes({shape(heavy), shape(Path{point(0, 0), labelled(5, 5, "end")}), shape(std::string("circle"))});
  all.__set_numbers({-1, 0, MAX<int32_t>});
  all.__set_words({"", "a", "ß"});
  all.__set_points({point(1, 2), labelled(1, 2, "l")});
  all.__set_ages({{"", 0}, {"ann", 30}, {"bob", -1}});
  all.__set_lists({{-5, {"x", "y"}}, {5, {}}});
  all.__set_nested({{"outer", {{7, {Colour::RED, Colour::FAR}}, {8, {}}}}, {"empty", {}}});
  all.__set_byLong({{MAX<int64_t>, 0.5}, {-1, -0.5}});
  all.__set_byPoint({{point(1, 2), "here"}});
  all.__set_timeout(86400000000);
  all.__set_path({point(0, 0), point(-1, -1)});
  all.__set_present("there");
  all.__set_emptyList({});
  all.__set_emptySet({});
  all.__set_emptyMap({});
  all.__set_sixteen({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15});
  all.__set_zeros({0.0, -0.0});
  leaveOut(all, leftOut);
  return all;
}

std::string difference(const Everything& expected, const Everything& actual) {
  // The generated == leaves out what is not set, but takes NaN for unequal and both zeros for equal.
  if (expected.__isset.oddDoubles != actual.__isset.oddDoubles
      || (expected.__isset.oddDoubles && !sameAll(expected.oddDoubles, actual.oddDoubles))) {
    return "oddDoubles";
  }
  if (expected.__isset.zeros != actual.__isset.zeros
      || (expected.__isset.zeros && !sameAll(expected.zeros, actual.zeros))) {
    return "zeros";
  }
  const std::map<std::string, bool> equalFields = {
      {"yes", expected.yes == actual.yes},
      {"no", expected.no == actual.no},
      {"bytes", expected.bytes == actual.bytes},
      {"shorts", expected.shorts == actual.shorts},
      {"ints", expected.ints == actual.ints},
      {"longs", expected.longs == actual.longs},
      {"doubles", sameAll(expected.doubles, actual.doubles)},
      {"strings", expected.strings == actual.strings},
      {"blobs", expected.blobs == actual.blobs},
      {"colour", expected.colour == actual.colour},
      {"point", expected.point == actual.point},
      {"shapes", expected.shapes == actual.shapes},
      {"numbers", expected.numbers == actual.numbers},
      {"points", expected.points == actual.points},
      {"ages", expected.ages == actual.ages},
      {"timeout", expected.timeout == actual.timeout},
      {"path", expected.path == actual.path},
  };
  for (const auto& [name, equal] : equalFields) {
    if (!equal) {
      return name;
    }
  }
  Everything others = actual;
  others.oddDoubles = {};
  Everything expectedOthers = expected;
  expectedOthers.oddDoubles = {};
  return others == expectedOthers ? "" : "a container, a default or an optional field";
}
