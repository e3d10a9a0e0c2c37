package common

import (
	"encoding/hex"
	"fmt"
	"math"
	"reflect"
	"slices"
	"sort"
	"strings"

	"github.com/apache/thrift/lib/go/thrift"

	"peers/gen/peers"
	"peers/gen/peers_uuid"
)

// Sets are slices here, which come in any order.
var sets = []string{"Numbers", "Words", "Points", "EmptySet", "Nested"}

// Everything returns the sample of every type, without the fields that are left out.
func Everything(leftOut []string) *peers.Everything {
	negativeZero := math.Copysign(0, -1)
	all := peers.NewEverything()
	all.Yes = true
	all.No = false
	all.Flags = []bool{true, false, true}
	all.Bytes = []int8{-128, -1, 0, 1, 127}
	all.Shorts = []int16{-32768, -1, 0, 1, 32767}
	all.Ints = []int32{math.MinInt32, -1, 0, 1, math.MaxInt32}
	all.Longs = []int64{math.MinInt64, -1<<53 - 1, -1, 0, 1, 1<<53 + 1, math.MaxInt64}
	all.Doubles = []float64{0, 1, -1.5, 0.1, 5e-324, 1.7976931348623157e308, -1e-7}
	all.OddDoubles = []float64{math.Inf(1), math.Inf(-1), math.NaN()}
	all.Strings = []string{"", "a", "tab\t line\n quote\" back\\ slash/", "Grüße", "日本語", "😀"}
	all.Controls = thrift.StringPtr("\x00\x1f\x7f")
	all.Blobs = [][]byte{{}, {0xff}, {0, 1}, {0x80, 0x7f, 0xfe}, allBytes()}
	all.Colour = peers.Colour_FAR
	all.Point = Point()
	all.Shapes = []*peers.Shape{
		{Dot: &peers.Point{X: 1, Y: 2, Weight: 9}},
		{Line: peers.Path{pointAt(0, 0), labelled(5, 5, "end")}},
		{Name: thrift.StringPtr("circle")},
	}
	all.Numbers = []int32{-1, 0, math.MaxInt32}
	all.Words = []string{"", "a", "ß"}
	all.Points = []*peers.Point{pointAt(1, 2), labelled(1, 2, "l")}
	all.Ages = map[string]int32{"": 0, "ann": 30, "bob": -1}
	all.Lists = map[int32][]string{-5: {"x", "y"}, 5: {}}
	all.Nested = map[string]map[int32][]peers.Colour{
		"outer": {7: {peers.Colour_RED, peers.Colour_FAR}, 8: {}},
		"empty": {},
	}
	all.ByLong = map[int64]float64{math.MaxInt64: 0.5, -1: -0.5}
	all.ByPoint = map[*peers.Point]string{pointAt(1, 2): "here"}
	all.Timeout = 86400000000
	all.Path = peers.Path{pointAt(0, 0), pointAt(-1, -1)}
	all.Present = thrift.StringPtr("there")
	all.EmptyList = []string{}
	all.EmptySet = []int32{}
	all.EmptyMap = map[string]int32{}
	for i := range int32(16) {
		all.Sixteen = append(all.Sixteen, i)
	}
	all.Zeros = []float64{0, negativeZero}
	leaveOut(all, leftOut)
	return all
}

// Uuids returns the sample of that type, without the fields that are left out.
func Uuids(leftOut []string) *peers_uuid.Uuids {
	one := thrift.Must(thrift.ParseTuuid("00112233-4455-6677-8899-aabbccddeeff"))
	most := thrift.Must(thrift.ParseTuuid("ffffffff-ffff-ffff-ffff-ffffffffffff"))
	uuids := &peers_uuid.Uuids{One: one, Many: []thrift.Tuuid{one, {}, most}}
	leaveOut(uuids, leftOut)
	return uuids
}

// Point returns the point of the sample.
func Point() *peers.Point {
	return labelled(3, -4, "p")
}

func labelled(x, y int32, label string) *peers.Point {
	point := pointAt(x, y)
	point.Label = &label
	return point
}

func pointAt(x, y int32) *peers.Point {
	point := peers.NewPoint()
	point.X = x
	point.Y = y
	return point
}

func allBytes() []byte {
	bytes := make([]byte, 256)
	for i := range bytes {
		bytes[i] = byte(i)
	}
	return bytes
}

func leaveOut(message any, leftOut []string) {
	fields := reflect.ValueOf(message).Elem()
	for i := range fields.NumField() {
		name := strings.Split(fields.Type().Field(i).Tag.Get("thrift"), ",")[0]
		if slices.Contains(leftOut, name) {
			fields.Field(i).SetZero()
		}
	}
}

// Difference returns the name of a field that differs and the reason, or nothing.
func Difference(expected, actual any) (field, reason string) {
	one, other := reflect.ValueOf(expected).Elem(), reflect.ValueOf(actual).Elem()
	for i := range one.NumField() {
		name := one.Type().Field(i).Name
		isSet := slices.Contains(sets, name)
		if text(one.Field(i), isSet) != text(other.Field(i), isSet) {
			return name, fmt.Sprintf("expected %.200s, got %.200s", text(one.Field(i), isSet), text(other.Field(i), isSet))
		}
	}
	return "", ""
}

// Same compares values of any type. Zeros of different signs differ, and NaN does not differ from itself.
func Same(expected, actual any, isSet bool) bool {
	return text(reflect.ValueOf(expected), isSet) == text(reflect.ValueOf(actual), isSet)
}

// text returns the same text for the same value: maps and sets are sorted.
func text(value reflect.Value, isSet bool) string {
	var parts []string
	switch value.Kind() {
	case reflect.Invalid:
		return "nothing"
	case reflect.Pointer:
		if value.IsNil() {
			return "unset"
		}
		return text(value.Elem(), isSet)
	case reflect.Struct:
		for i := range value.NumField() {
			parts = append(parts, value.Type().Field(i).Name+": "+text(value.Field(i), false))
		}
	case reflect.Map:
		if value.IsNil() {
			return "unset"
		}
		for _, key := range value.MapKeys() {
			parts = append(parts, text(key, false)+": "+text(value.MapIndex(key), isSet))
		}
		sort.Strings(parts)
	case reflect.Slice:
		if value.IsNil() {
			return "unset"
		}
		if bytes, ok := value.Interface().([]byte); ok {
			return hex.EncodeToString(bytes)
		}
		for i := range value.Len() {
			parts = append(parts, text(value.Index(i), false))
		}
		if isSet {
			sort.Strings(parts)
		}
	case reflect.Float64:
		return fmt.Sprintf("%v", value.Float()) // which tells -0 from 0
	case reflect.String:
		return fmt.Sprintf("%q", value.String())
	default:
		return fmt.Sprintf("%v", value.Interface())
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
