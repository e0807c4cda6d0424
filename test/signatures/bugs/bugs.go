// Signature bugs as they are made in Go. Reads the task, writes {cause@secret#variant: [digest or null]}.
package main

import (
	"bytes"
	"compress/gzip"
	"crypto/hmac"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
)

type Task struct {
	Bodies           []string          `json:"bodies"`
	Secrets          map[string]string `json:"secrets"`
	URL, Path, Query string
	Seconds          int64
}

// Fields in an order of their own, some left out, as programs declare them.
type Event struct {
	UserID     string                 `json:"userId,omitempty"`
	Type       string                 `json:"type"`
	Event      string                 `json:"event,omitempty"`
	Timestamp  string                 `json:"timestamp"`
	Properties map[string]interface{} `json:"properties,omitempty"`
	Traits     map[string]interface{} `json:"traits,omitempty"`
}

// The order of the body, with maps inside.
type Ordered struct {
	Version    int                    `json:"version,omitempty"`
	Type       string                 `json:"type"`
	UserID     string                 `json:"userId,omitempty"`
	Event      string                 `json:"event,omitempty"`
	Traits     map[string]interface{} `json:"traits,omitempty"`
	Properties map[string]interface{} `json:"properties,omitempty"`
	Timestamp  string                 `json:"timestamp"`
	Context    map[string]interface{} `json:"context"`
}

type Raw struct {
	Type       string          `json:"type"`
	Properties json.RawMessage `json:"properties,omitempty"`
	Timestamp  string          `json:"timestamp"`
	Version    json.RawMessage `json:"version,omitempty"`
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func must(encoded []byte, err error) []byte {
	check(err)
	return encoded
}

func sum(key string, data []byte) []byte {
	mac := hmac.New(sha1.New, []byte(key))
	mac.Write(data)
	return mac.Sum(nil)
}

func parsed(body []byte, target interface{}) interface{} {
	check(json.Unmarshal(body, target))
	return target
}

func encoded(value interface{}, escape bool, indent string) []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(escape)
	encoder.SetIndent("", indent)
	check(encoder.Encode(value))
	return out.Bytes()
}

func useNumber(body []byte) interface{} {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var value interface{}
	check(decoder.Decode(&value))
	return value
}

// A buffer of a fixed size: what is read first, the whole of it, or after every read.
func first(body []byte, size int) []byte {
	buffer := make([]byte, size)
	n, _ := bytes.NewReader(body).Read(buffer)
	return buffer[:n]
}

func whole(body []byte, size int) []byte {
	buffer := make([]byte, size)
	_, _ = bytes.NewReader(body).Read(buffer)
	return buffer
}

func reused(body []byte, size int) []byte {
	reader, buffer := bytes.NewReader(body), make([]byte, size)
	var all []byte
	for {
		if _, err := reader.Read(buffer); err == io.EOF {
			return all
		}
		all = append(all, buffer...)
	}
}

func zipped(body []byte) []byte {
	var out bytes.Buffer
	writer := gzip.NewWriter(&out)
	must(nil, func() error { _, err := writer.Write(body); return err }())
	check(writer.Close())
	return out.Bytes()
}

func main() {
	var task Task
	check(json.NewDecoder(os.Stdin).Decode(&task))
	secret := task.Secrets["plain"]
	now := fmt.Sprint(task.Seconds)
	bodies := map[string]func([]byte) []byte{
		"json_go":                            func(b []byte) []byte { var v interface{}; return must(json.Marshal(parsed(b, &v))) },
		"json_go_raw":                        func(b []byte) []byte { return must(json.Marshal(json.RawMessage(b))) },
		"json_go_indent":                     func(b []byte) []byte { var v interface{}; return must(json.MarshalIndent(parsed(b, &v), "", "  ")) },
		"json_go_indent_4":                   func(b []byte) []byte { var v interface{}; return must(json.MarshalIndent(parsed(b, &v), "", "    ")) },
		"json_go_indent_tab":                 func(b []byte) []byte { var v interface{}; return must(json.MarshalIndent(parsed(b, &v), "", "\t")) },
		"json_go_encoder":                    func(b []byte) []byte { var v interface{}; return encoded(parsed(b, &v), true, "") },
		"json_go_encoder_indent":             func(b []byte) []byte { var v interface{}; return encoded(parsed(b, &v), true, "  ") },
		"json_go_unescaped":                  func(b []byte) []byte { var v interface{}; return encoded(parsed(b, &v), false, "") },
		"json_go_use_number":                 func(b []byte) []byte { return must(json.Marshal(useNumber(b))) },
		"json_go_struct":                     func(b []byte) []byte { return must(json.Marshal(parsed(b, &Event{}))) },
		"json_go_struct#ordered":             func(b []byte) []byte { return must(json.Marshal(parsed(b, &Ordered{}))) },
		"json_go_struct#encoder":             func(b []byte) []byte { return encoded(parsed(b, &Event{}), true, "") },
		"json_go_struct_unescaped":           func(b []byte) []byte { return encoded(parsed(b, &Event{}), false, "") },
		"json_go_struct_raw|json_fields_reordered":                 func(b []byte) []byte { return must(json.Marshal(parsed(b, &Raw{}))) },
		"json_go_twice":                      func(b []byte) []byte { return must(json.Marshal(string(b))) },
		"json_go_twice#rewritten":            func(b []byte) []byte { var v interface{}; return must(json.Marshal(string(must(json.Marshal(parsed(b, &v)))))) },
		"json_go_bytes":                      func(b []byte) []byte { return must(json.Marshal(b)) },
		"body_with_url":                      func(b []byte) []byte { return append([]byte(task.URL), b...) },
		"body_with_path":                     func(b []byte) []byte { return append([]byte(task.Path), b...) },
		"body_with_path#query":               func(b []byte) []byte { return append([]byte(task.Path+task.Query), b...) },
		"body_with_method":                   func(b []byte) []byte { return []byte("POST\n" + task.Path + "\n" + string(b)) },
		"body_timestamp_dot":                 func(b []byte) []byte { return []byte("." + string(b)) },
		"body_timestamp_dot#now":             func(b []byte) []byte { return []byte(now + "." + string(b)) },
		"body_timestamp_versioned":           func(b []byte) []byte { return []byte(fmt.Sprintf("v0:%s:%s", now, b)) },
		"body_truncated":                     func(b []byte) []byte { return first(b, 256) },
		"body_truncated#odd":                 func(b []byte) []byte { return first(b, 177) },
		"body_truncated#1024":                func(b []byte) []byte { return first(b, 1024) },
		"body_zero_padded|body_truncated":     func(b []byte) []byte { return whole(b, 1024) },
		"body_zero_padded#4096":              func(b []byte) []byte { return whole(b, 4096) },
		"body_zero_padded#65536":             func(b []byte) []byte { return whole(b, 65536) },
		"body_buffer_reused|body_zero_padded": func(b []byte) []byte { return reused(b, 128) },
		"body_buffer_reused|body_zero_padded#512": func(b []byte) []byte { return reused(b, 512) },
		"body_gzip":                          zipped,
		"body_empty":                         func(b []byte) []byte { return nil },
		"body_newline":                       func(b []byte) []byte { return append(append([]byte{}, b...), '\n') },
	}
	forms := map[string]func([]byte) string{
		"format_byte_list":        func(d []byte) string { return fmt.Sprint(d) },
		"format_byte_list#format": func(d []byte) string { return fmt.Sprintf("%v", d) },
		"format_byte_list#go":     func(d []byte) string { return fmt.Sprintf("%#v", d) },
		"format_byte_list#array":  func(d []byte) string { var a [20]byte; copy(a[:], d); return fmt.Sprint(a) },
		"format_separated":        func(d []byte) string { return fmt.Sprintf("% x", d) },
		"format_upper_case":       func(d []byte) string { return strings.ToUpper(hex.EncodeToString(d)) },
		"format_base64":           base64.StdEncoding.EncodeToString,
		"format_base64url|format_base64":        base64.URLEncoding.EncodeToString,
	}
	keys := map[string]func() string{
		"secret_prefix_stripped_decoded@whsec": func() string {
			key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(task.Secrets["whsec"], "whsec_"))
			return string(must(key, err))
		},
		"secret_base64_decoded@base64": func() string { return string(must(base64.StdEncoding.DecodeString(task.Secrets["base64"]))) },
		"secret_base64_decoded@odd":    func() string { key, _ := base64.StdEncoding.DecodeString(task.Secrets["odd"]); return string(key) },
		"secret_hex_decoded@hex":       func() string { return string(must(hex.DecodeString(task.Secrets["hex"]))) },
		"secret_empty":                 func() string { return os.Getenv("THERE_IS_NO_SUCH_VARIABLE") },
	}
	out := map[string][]interface{}{}
	for _, text := range task.Bodies {
		body := []byte(text)
		for name, change := range bodies {
			out[name] = append(out[name], hex.EncodeToString(sum(secret, change(body))))
		}
		for name, write := range forms {
			out[name] = append(out[name], write(sum(secret, body)))
		}
		for name, key := range keys {
			out[name] = append(out[name], hex.EncodeToString(sum(key(), body)))
		}
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write(body)
		out["digest_sha256"] = append(out["digest_sha256"], hex.EncodeToString(mac.Sum(nil)))
	}
	check(json.NewEncoder(os.Stdout).Encode(out))
}
