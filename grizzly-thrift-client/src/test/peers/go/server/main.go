// Command server serves every method of UuidPeers. It prints its port, and ends when its input does.
//
// usage: server PORT binary|compact|json FIELDS framed|unframed|header|zlib [PEM]
// PORT 0 takes any free one; FIELDS are the optional fields that stay unset, with commas between; PEM is a file with the
// key and the certificate of the server.
package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"time"

	"github.com/apache/thrift/lib/go/thrift"

	"peers/common"
	"peers/gen/peers"
	"peers/gen/peers_uuid"
)

const patience = 10 * time.Second

type handler struct {
	leftOut []string
	lock    sync.Mutex
	notes   []int32
	changed chan struct{}
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	arguments, err := common.Parse()
	if err != nil {
		return err
	}
	socket, err := listen(arguments)
	if err != nil {
		return err
	}
	service := &handler{leftOut: arguments.LeftOut, changed: make(chan struct{})}
	processor := thrift.WrapProcessor(peers_uuid.NewUuidPeersProcessor(service), returnHeaders)
	server := thrift.NewTSimpleServer4(processor, socket, arguments.Transports, arguments.Protocols)
	go server.Serve()
	_, port, err := net.SplitHostPort(socket.Addr().String())
	fmt.Println(port)
	io.Copy(io.Discard, os.Stdin)
	return err
}

type serverSocket interface {
	thrift.TServerTransport
	Addr() net.Addr
}

func listen(arguments *common.Arguments) (socket serverSocket, err error) {
	if arguments.Pem == "" {
		socket, err = thrift.NewTServerSocket(arguments.Address)
	} else {
		var own tls.Certificate
		own, err = tls.LoadX509KeyPair(arguments.Pem, arguments.Pem)
		if err != nil {
			return nil, err
		}
		socket, err = thrift.NewTSSLServerSocket(arguments.Address, &tls.Config{Certificates: []tls.Certificate{own}})
	}
	if err != nil {
		return nil, err
	}
	return socket, socket.Listen()
}

// returnHeaders replies with each header of a call, with a prefix before its name.
func returnHeaders(name string, next thrift.TProcessorFunction) thrift.TProcessorFunction {
	return thrift.WrappedTProcessorFunction{
		Wrapped: func(ctx context.Context, id int32, in, out thrift.TProtocol) (bool, thrift.TException) {
			if helper, ok := thrift.GetResponseHelper(ctx); ok {
				helper.ClearHeaders() // those of the last reply
				for _, key := range thrift.GetReadHeaderList(ctx) {
					value, _ := thrift.GetHeader(ctx, key)
					helper.SetHeader("reply-"+key, value)
				}
			}
			return next.Process(ctx, id, in, out)
		},
	}
}

func (h *handler) Ping(context.Context) error { return nil }

func (h *handler) Exchange(_ context.Context, mine *peers.Everything) (*peers.Everything, error) {
	sample := common.Everything(h.leftOut)
	return sample, rejection(sample, mine)
}

func (h *handler) ExchangeUuids(_ context.Context, mine *peers_uuid.Uuids) (*peers_uuid.Uuids, error) {
	sample := common.Uuids(h.leftOut)
	return sample, rejection(sample, mine)
}

func rejection(sample, mine any) error {
	if field, reason := common.Difference(sample, mine); field != "" {
		return &peers.Rejected{Field: field, Reason: reason}
	}
	return nil
}

func (h *handler) EchoBool(_ context.Context, value bool) (bool, error)         { return value, nil }
func (h *handler) EchoByte(_ context.Context, value int8) (int8, error)         { return value, nil }
func (h *handler) EchoShort(_ context.Context, value int16) (int16, error)      { return value, nil }
func (h *handler) EchoInt(_ context.Context, value int32) (int32, error)        { return value, nil }
func (h *handler) EchoLong(_ context.Context, value int64) (int64, error)       { return value, nil }
func (h *handler) EchoDouble(_ context.Context, value float64) (float64, error) { return value, nil }
func (h *handler) EchoString(_ context.Context, value string) (string, error)   { return value, nil }
func (h *handler) EchoBinary(_ context.Context, value []byte) ([]byte, error)   { return value, nil }
func (h *handler) EchoPath(_ context.Context, value peers.Path) (peers.Path, error) {
	return value, nil
}
func (h *handler) EchoSet(_ context.Context, value []string) ([]string, error) { return value, nil }
func (h *handler) EchoUuid(_ context.Context, value thrift.Tuuid) (thrift.Tuuid, error) {
	return value, nil
}
func (h *handler) EchoColour(_ context.Context, value peers.Colour) (peers.Colour, error) {
	return value, nil
}
func (h *handler) EchoPoint(_ context.Context, value *peers.Point) (*peers.Point, error) {
	return value, nil
}
func (h *handler) EchoShape(_ context.Context, value *peers.Shape) (*peers.Shape, error) {
	return value, nil
}
func (h *handler) EchoMillis(_ context.Context, value peers.Millis) (peers.Millis, error) {
	return value, nil
}
func (h *handler) EchoMap(_ context.Context, value map[string]int32) (map[string]int32, error) {
	return value, nil
}

func (h *handler) Subtract(_ context.Context, left int64, right int32) (int64, error) {
	return left - int64(right), nil
}

func (h *handler) Fail(_ context.Context, kind int32) (int32, error) {
	switch kind {
	case 1:
		return 0, &peers.Rejected{Field: "kind", Reason: "1"}
	case 2:
		return 0, &peers.Busy{RetryAfter: 250, Where: common.Point()}
	case 3:
		return 0, errors.New("not declared")
	default:
		return -kind, nil
	}
}

func (h *handler) FailQuietly(ctx context.Context, kind int32) error {
	_, err := h.Fail(ctx, kind)
	return err
}

func (h *handler) Note(_ context.Context, value int32) error {
	h.lock.Lock()
	defer h.lock.Unlock()
	h.notes = append(h.notes, value)
	close(h.changed)
	h.changed = make(chan struct{})
	return nil
}

func (h *handler) Noted(_ context.Context, atLeast int32) (int64, error) {
	tooLate := time.After(patience)
	for {
		count, sum, changed := h.state()
		if count >= int(atLeast) {
			return sum, nil
		}
		select {
		case <-changed:
		case <-tooLate:
			return 0, fmt.Errorf("%d notes of %d", count, atLeast)
		}
	}
}

func (h *handler) state() (count int, sum int64, changed chan struct{}) {
	h.lock.Lock()
	defer h.lock.Unlock()
	for _, note := range h.notes {
		sum += int64(note)
	}
	return len(h.notes), sum, h.changed
}
