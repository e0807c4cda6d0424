// Prints the kinds of tokens of each file.
package main

import (
	"encoding/json"
	"fmt"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
)

func main() {
	for _, file := range os.Args[1:] {
		source, err := os.ReadFile(file)
		if err != nil {
			panic(err)
		}
		files := token.NewFileSet()
		if _, err := parser.ParseFile(files, file, source, 0); err != nil {
			panic(err)
		}
		var lexer scanner.Scanner
		lexer.Init(files.AddFile(file, -1, len(source)), source, func(at token.Position, text string) { panic(text) }, 0)
		kinds := []string{}
		for kind := token.ILLEGAL; kind != token.EOF; {
			_, kind, _ = lexer.Scan()
			kinds = append(kinds, kind.String())
		}
		line, _ := json.Marshal(kinds)
		fmt.Println(string(line))
	}
}
