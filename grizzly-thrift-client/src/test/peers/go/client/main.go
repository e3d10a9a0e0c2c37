// Command client calls every method of a server of UuidPeers and checks the replies. It prints "ok", or fails with what
// was wrong.
//
// usage: client PORT binary|compact|json FIELDS framed|unframed|header|zlib|http [PEM]
// FIELDS are the optional fields that stay unset, with commas between; PEM is the file of a trusted authority.
package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/apache/thrift/lib/go/thrift"

	"peers/common"
	"peers/gen/peers"
	"peers/gen/peers_uuid"
)

const (
	inFlight = 100
	timeout  = 20 * time.Second
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("ok")
}

// checker ends the program with the first failure.
type checker struct {
	context.Context
	client  *peers_uuid.UuidPeersClient
	leftOut []string
}

func run() (err error) {
	defer func() {
		if failure, ok := recover().(error); ok {
			err = failure
		}
	}()
	arguments, err := common.Parse()
	if err != nil {
		return err
	}
	socket, err := open(arguments)
	if err != nil {
		return err
	}
	transport, err := arguments.Transports.GetTransport(socket)
	if err != nil {
		return err
	}
	defer transport.Close()
	protocol := arguments.Protocols.GetProtocol(transport)
	standard := thrift.NewTStandardClient(protocol, protocol)
	c := checker{context.Background(), peers_uuid.NewUuidPeersClient(standard), arguments.LeftOut}
	c.check(c.client.Ping(c), "ping")
	c.structs()
	c.echoes()
	c.echo("subtract", int64(-1<<40-2), func() (any, error) { return c.client.Subtract(c, -1<<40, 2) })
	c.failures()
	c.unknownMethod(peers.NewNewerPeers_Client(standard))
	c.oneway()
	if arguments.Headers {
		c.headers()
	}
	if !arguments.Http { // which has one call in flight
		c.pipeline(standard, protocol)
	}
	return nil
}

func open(arguments *common.Arguments) (thrift.TTransport, error) {
	if arguments.Http {
		return thrift.NewTHttpClientWithOptions("http://"+arguments.Address+"/thrift",
			thrift.THttpClientOptions{Client: &http.Client{Timeout: timeout}})
	}
	arguments.Config.SocketTimeout = timeout
	var socket thrift.TTransport
	if arguments.Pem == "" {
		socket = thrift.NewTSocketConf(arguments.Address, arguments.Config)
	} else {
		authority, err := os.ReadFile(arguments.Pem)
		if err != nil {
			return nil, err
		}
		trusted := x509.NewCertPool()
		trusted.AppendCertsFromPEM(authority)
		arguments.Config.TLSConfig = &tls.Config{RootCAs: trusted}
		socket = thrift.NewTSSLSocketConf(arguments.Address, arguments.Config)
	}
	return socket, socket.Open()
}

func (c checker) check(err error, what string) {
	if err != nil {
		panic(fmt.Errorf("%s: %w", what, err))
	}
}

func (c checker) same(expected, actual any, what string) {
	if !common.Same(expected, actual, what == "echoSet") {
		panic(fmt.Errorf("%s: expected %.200v, got %.200v", what, expected, actual))
	}
}

func (c checker) echo(what string, value any, call func() (any, error)) {
	result, err := call()
	c.check(err, what)
	c.same(value, result, what)
}

func (c checker) structs() {
	sample := common.Everything(c.leftOut)
	reply, err := c.client.Exchange(c, sample)
	c.check(err, "exchange")
	c.noDifference(sample, reply)
	uuids := common.Uuids(c.leftOut)
	uuidReply, err := c.client.ExchangeUuids(c, uuids)
	c.check(err, "exchangeUuids")
	c.noDifference(uuids, uuidReply)
}

func (c checker) noDifference(expected, actual any) {
	if field, reason := common.Difference(expected, actual); field != "" {
		panic(fmt.Errorf("%s: %s", field, reason))
	}
}

// longText returns more than 64 KiB, not so uniform that a server would take the compressed message for an attack.
func longText() string {
	var text strings.Builder
	for i := range 30_000 {
		fmt.Fprintf(&text, "ß%d", i)
	}
	return text.String()
}

func (c checker) echoes() {
	sample := common.Everything(c.leftOut)
	for _, value := range []bool{true, false} {
		c.echo("echoBool", value, func() (any, error) { return c.client.EchoBool(c, value) })
	}
	for _, value := range sample.Bytes {
		c.echo("echoByte", value, func() (any, error) { return c.client.EchoByte(c, value) })
	}
	for _, value := range sample.Shorts {
		c.echo("echoShort", value, func() (any, error) { return c.client.EchoShort(c, value) })
	}
	for _, value := range sample.Ints {
		c.echo("echoInt", value, func() (any, error) { return c.client.EchoInt(c, value) })
	}
	for _, value := range sample.Longs {
		c.echo("echoLong", value, func() (any, error) { return c.client.EchoLong(c, value) })
	}
	for _, value := range append(append(sample.Doubles, sample.OddDoubles...), sample.Zeros...) {
		c.echo("echoDouble", value, func() (any, error) { return c.client.EchoDouble(c, value) })
	}
	for _, value := range append(sample.Strings, longText()) {
		c.echo("echoString", value, func() (any, error) { return c.client.EchoString(c, value) })
	}
	for _, value := range append(sample.Blobs, append(sample.Blobs[4], longText()...)) {
		c.echo("echoBinary", value, func() (any, error) { return c.client.EchoBinary(c, value) })
	}
	for _, value := range sample.Shapes {
		c.echo("echoShape", value, func() (any, error) { return c.client.EchoShape(c, value) })
	}
	for _, value := range [][]string{sample.Words, {}} {
		c.echo("echoSet", value, func() (any, error) { return c.client.EchoSet(c, value) })
	}
	for _, value := range []map[string]int32{sample.Ages, {}} {
		c.echo("echoMap", value, func() (any, error) { return c.client.EchoMap(c, value) })
	}
	c.echo("echoColour", sample.Colour, func() (any, error) { return c.client.EchoColour(c, sample.Colour) })
	c.echo("echoPoint", sample.Point, func() (any, error) { return c.client.EchoPoint(c, sample.Point) })
	c.echo("echoPath", sample.Path, func() (any, error) { return c.client.EchoPath(c, sample.Path) })
	c.echo("echoMillis", sample.Timeout, func() (any, error) { return c.client.EchoMillis(c, sample.Timeout) })
	uuid := common.Uuids(c.leftOut).One
	c.echo("echoUuid", uuid, func() (any, error) { return c.client.EchoUuid(c, uuid) })
}

func (c checker) failures() {
	c.echo("fail(-5)", int32(5), func() (any, error) { return c.client.Fail(c, -5) })
	c.check(c.client.FailQuietly(c, 0), "failQuietly(0)")
	for what, call := range map[string]func(int32) error{
		"fail":        func(kind int32) error { _, err := c.client.Fail(c, kind); return err },
		"failQuietly": func(kind int32) error { return c.client.FailQuietly(c, kind) },
	} {
		var rejected *peers.Rejected
		var busy *peers.Busy
		c.as(call(1), &rejected, what)
		c.noDifference(&peers.Rejected{Field: "kind", Reason: "1"}, rejected)
		c.as(call(2), &busy, what)
		c.noDifference(&peers.Busy{RetryAfter: 250, Where: common.Point()}, busy)
		c.applicationException(thrift.INTERNAL_ERROR, call(3), what)
	}
}

func (c checker) as(err error, target any, what string) {
	if !errors.As(err, target) {
		panic(fmt.Errorf("%s: %T expected, got %v", what, target, err))
	}
}

func (c checker) applicationException(kind int32, err error, what string) {
	var exception thrift.TApplicationException
	c.as(err, &exception, what)
	c.same(kind, exception.TypeId(), what)
}

func (c checker) unknownMethod(newer *peers.NewerPeers_Client) {
	_, err := newer.Added(c, 1)
	c.applicationException(thrift.UNKNOWN_METHOD, err, "added")
	c.check(newer.Ping(c), "ping")
}

func (c checker) oneway() {
	for value := range int32(10) {
		c.check(c.client.Note(c, value), "note")
	}
	c.echo("noted", int64(45), func() (any, error) { return c.client.Noted(c, 10) })
}

// headers checks that the server returns each header, with a prefix before its name.
func (c checker) headers() {
	for call, value := range []string{"first", "", "Grüße", strings.Repeat("long", 100)} {
		ctx := thrift.SetWriteHeaderList(c, []string{"call", "value"})
		ctx = thrift.SetHeader(ctx, "call", fmt.Sprint(call))
		ctx = thrift.SetHeader(ctx, "value", value)
		c.echo("echoInt", int32(call), func() (any, error) { return c.client.EchoInt(ctx, int32(call)) })
		returned := c.client.LastResponseMeta_().Headers
		c.same(fmt.Sprint(call), returned["reply-call"], "header")
		c.same(value, returned["reply-value"], "header")
	}
	c.echo("echoInt", int32(0), func() (any, error) { return c.client.EchoInt(c, 0) })
	c.same(0, len(c.client.LastResponseMeta_().Headers), "headers of a call without headers")
}

func (c checker) pipeline(client *thrift.TStandardClient, protocol thrift.TProtocol) {
	const first = 1_000
	for value := range int32(inFlight) {
		c.check(client.Send(c, protocol, first+value, "echoInt", &peers.PeersEchoIntArgs{Value: value}), "echoInt")
	}
	for value := range int32(inFlight) {
		var result peers.PeersEchoIntResult
		c.check(client.Recv(c, protocol, first+value, "echoInt", &result), "echoInt in flight")
		c.same(value, result.GetSuccess(), "echoInt in flight")
	}
}
