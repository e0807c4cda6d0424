// Reads a JSON list of bodies, writes {code: [text, ...]}: what Go hashes after parsing.
package main

import (
	"bytes"
	"encoding/json"
	"os"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func text(encoded []byte, err error) string {
	check(err)
	return string(encoded)
}

func main() {
	var bodies []string
	check(json.NewDecoder(os.Stdin).Decode(&bodies))
	texts := map[string][]string{}
	add := func(code string, text string) { texts[code] = append(texts[code], text) }
	for _, body := range bodies {
		var parsed any
		check(json.Unmarshal([]byte(body), &parsed))
		add("json_go", text(json.Marshal(parsed)))
		add("json_go_raw", text(json.Marshal(json.RawMessage(body))))
		add("json_go_indent", text(json.MarshalIndent(parsed, "", "  ")))
		add("json_go_indent_tab", text(json.MarshalIndent(parsed, "", "\t")))
		var escaped, unescaped bytes.Buffer
		check(json.NewEncoder(&escaped).Encode(parsed))
		encoder := json.NewEncoder(&unescaped)
		encoder.SetEscapeHTML(false)
		check(encoder.Encode(parsed))
		add("json_go_encoder", escaped.String())
		add("json_go_unescaped", unescaped.String())
	}
	check(json.NewEncoder(os.Stdout).Encode(texts))
}
