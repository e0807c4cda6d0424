import type { VerificationSnippet } from './snippet.ts';

export const goSnippets: readonly VerificationSnippet[] = [
  {
    id: 'go',
    title: 'Go net/http',
    language: 'go',
    file: 'main.go',
    install: null,
    code: (variable) => `package main

import (
	"crypto/hmac"
	"crypto/sha1"
	"encoding/hex"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"os"
)

func isSigned(secret string, rawBody []byte, header string) bool {
	mac := hmac.New(sha1.New, []byte(secret))
	mac.Write(rawBody)
	digest := hex.EncodeToString(mac.Sum(nil))
	return hmac.Equal([]byte(digest), []byte(header))
}

func main() {
	secret := os.Getenv("${variable}")
	if secret == "" {
		log.Fatal("${variable} is not set.")
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "3000"
	}
	http.HandleFunc("/webhook", func(w http.ResponseWriter, r *http.Request) {
		// The raw bytes: unmarshal them after the check.
		rawBody, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		if err != nil {
			http.Error(w, "cannot read the body", http.StatusBadRequest)
			return
		}
		if !isSigned(secret, rawBody, r.Header.Get("X-Signature")) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		var event struct {
			Type string \`json:"type"\`
		}
		if err := json.Unmarshal(rawBody, &event); err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		log.Println(event.Type)
		w.WriteHeader(http.StatusOK)
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, nil))
}
`,
  },
];
