// Package common holds what the client and the server share: the arguments of the command, transports and protocols,
// and the sample of every type.
package common

import (
	"fmt"
	"os"
	"strings"

	"github.com/apache/thrift/lib/go/thrift"
)

const host = "127.0.0.1"

// Arguments are those of the command line: PORT binary|compact|json FIELDS DIALECT [PEM].
type Arguments struct {
	Address    string
	Transports thrift.TTransportFactory
	Protocols  thrift.TProtocolFactory
	// The optional fields that stay unset.
	LeftOut []string
	// Whether messages have headers.
	Headers bool
	// Whether each message is the body of a request of HTTP, to /thrift.
	Http bool
	// A file with a certificate, or nothing for a connection without TLS.
	Pem    string
	Config *thrift.TConfiguration
}

// Parse reads the arguments of the command line.
func Parse() (*Arguments, error) {
	if len(os.Args) < 5 {
		return nil, fmt.Errorf("usage: PORT binary|compact|json FIELDS framed|unframed|header|zlib|http [PEM]")
	}
	protocol, dialect := os.Args[2], os.Args[4]
	arguments := &Arguments{
		Address: host + ":" + os.Args[1],
		LeftOut: strings.Split(os.Args[3], ","),
		Config:  &thrift.TConfiguration{},
	}
	if len(os.Args) > 5 {
		arguments.Pem = os.Args[5]
	}
	switch protocol {
	case "binary":
		arguments.Protocols = thrift.NewTBinaryProtocolFactoryConf(arguments.Config)
	case "compact":
		arguments.Protocols = thrift.NewTCompactProtocolFactoryConf(arguments.Config)
	case "json":
		arguments.Protocols = thrift.NewTJSONProtocolFactory()
	default:
		return nil, fmt.Errorf("protocol %s", protocol)
	}
	switch dialect {
	case "framed":
		arguments.Transports = thrift.NewTFramedTransportFactoryConf(thrift.NewTTransportFactory(), arguments.Config)
	case "unframed":
		arguments.Transports = thrift.NewTBufferedTransportFactory(8192)
	case "http":
		arguments.Http = true
		arguments.Transports = thrift.NewTTransportFactory()
	case "header", "zlib":
		arguments.headers(protocol, dialect == "zlib")
	default:
		return nil, fmt.Errorf("dialect %s", dialect)
	}
	return arguments, nil
}

func (a *Arguments) headers(protocol string, compressed bool) {
	id := thrift.THeaderProtocolBinary
	if protocol == "compact" {
		id = thrift.THeaderProtocolCompact
	}
	a.Headers = true
	a.Config.THeaderProtocolID = &id
	if compressed {
		a.Config.THeaderTransforms = []thrift.THeaderTransformID{thrift.TransformZlib}
	}
	a.Transports = thrift.NewTHeaderTransportFactoryConf(nil, a.Config)
	a.Protocols = thrift.NewTHeaderProtocolFactoryConf(a.Config)
}
