// A shop with the bug named by BUG, or "none", on PORT. Processing takes as long as a slow database.
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"sync"
	"time"
)

type message struct {
	MessageID, Type, UserID string
	Timestamp               time.Time
}

type shop struct {
	ids     map[string]bool
	users   map[string]message
	deleted map[string]bool
	orders  []message
}

var bug = os.Getenv("BUG")
var transaction sync.Mutex
var state shop

func reset() {
	state = shop{map[string]bool{}, map[string]message{}, map[string]bool{}, nil}
}

func apply(it message) int {
	user, exists := state.users[it.UserID]
	switch {
	case it.Type == "delete":
		if exists || bug != "unknown_deletion" {
			state.deleted[it.UserID] = true
		}
		delete(state.users, it.UserID)
		if bug == "flushes_ids" {
			state.ids = map[string]bool{}
		}
	case state.deleted[it.UserID]:
	case it.Type == "identify":
		if !exists || !user.Timestamp.After(it.Timestamp) {
			state.users[it.UserID] = it
		}
	case !exists:
		return 503
	default:
		last := len(state.orders) - 1
		if bug == "rejects_older" && last >= 0 && state.orders[last].Timestamp.After(it.Timestamp) {
			return 409
		}
		state.orders = append(state.orders, it)
	}
	return 200
}

func receive(it message) int {
	transaction.Lock()
	defer transaction.Unlock()
	if state.ids[it.MessageID] {
		return 200
	}
	time.Sleep(60 * time.Millisecond)
	status := apply(it)
	if status != 200 || it.MessageID == "" {
		return status
	}
	if bug == "marker_later" {
		go func() {
			time.Sleep(150 * time.Millisecond)
			transaction.Lock()
			defer transaction.Unlock()
			state.ids[it.MessageID] = true
		}()
	} else {
		state.ids[it.MessageID] = true
	}
	return 200
}

func main() {
	reset()
	http.HandleFunc("/test/reset", func(response http.ResponseWriter, _ *http.Request) {
		transaction.Lock()
		defer transaction.Unlock()
		reset()
	})
	http.HandleFunc("/test/processed", func(response http.ResponseWriter, request *http.Request) {
		transaction.Lock()
		defer transaction.Unlock()
		count := 0
		for _, order := range state.orders {
			if order.MessageID == request.URL.Query().Get("id") {
				count++
			}
		}
		for _, user := range state.users {
			if user.MessageID == request.URL.Query().Get("id") {
				count++
			}
		}
		fmt.Fprint(response, count)
	})
	http.HandleFunc("/webhook", func(response http.ResponseWriter, request *http.Request) {
		var it message
		if err := json.NewDecoder(request.Body).Decode(&it); err != nil {
			http.Error(response, err.Error(), 400)
			return
		}
		response.WriteHeader(receive(it))
	})
	if err := http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil); err != nil {
		panic(err)
	}
}
