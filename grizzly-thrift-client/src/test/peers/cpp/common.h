// What the client and the server share: the arguments of the command, dialects, and the sample of every type.
#pragma once

#include <cstdlib>
#include <memory>
#include <string>

#include <thrift/protocol/TProtocol.h>
#include <thrift/transport/TTransport.h>

#include "peers_types.h"

constexpr const char* HOST = "127.0.0.1";

/** Of the command line: PORT binary|compact|json FIELDS framed|unframed|header|zlib [PEM]. */
struct Arguments {
  Arguments(int argc, char** argv);

  int port;
  /** The optional fields that stay unset, with commas before, between and after. */
  std::string leftOut;
  /** Whether messages have headers. */
  bool headers;
  /** The file of a trusted authority, or of the server's key and certificate; empty without TLS. */
  std::string pem;
  std::shared_ptr<apache::thrift::transport::TTransportFactory> transports;
  std::shared_ptr<apache::thrift::protocol::TProtocolFactory> protocols;
};

peers::Point point(int32_t x, int32_t y);
peers::Point point();
peers::Everything everything(const std::string& leftOut);

/** The name of a field that differs, or nothing. */
std::string difference(const peers::Everything& expected, const peers::Everything& actual);

/** -0.0 differs from 0.0, and NaN does not from NaN. */
bool same(double one, double other);
