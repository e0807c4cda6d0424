// A shop with the bug named by BUG, or "none", on PORT. Its state is in the file STATE.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha1"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"
	"time"
)

type message struct {
	MessageID, Type, Event, UserID string
	Timestamp                      time.Time
}

// When a message was processed.
type seen struct {
	ID string
	At time.Time
}

type shop struct {
	IDs      []seen
	Users    map[string]message
	Deleted  map[string]bool
	Orders   []message
	Requests int
}

var bug = os.Getenv("BUG")
var path = os.Getenv("STATE")
var transaction sync.Mutex
var inProgress = map[string]bool{}
var state = emptyShop()

func emptyShop() shop {
	return shop{Users: map[string]message{}, Deleted: map[string]bool{}}
}

func load() {
	if data, err := os.ReadFile(path); err == nil {
		check(json.Unmarshal(data, &state))
	}
	if bug == "memory_ids" {
		state.IDs = nil
	}
}

// No crash leaves a part of it.
func save() {
	data, err := json.Marshal(state)
	check(err)
	check(os.WriteFile(path+".new", data, 0o600))
	check(os.Rename(path+".new", path))
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func apply(it message) int {
	user, exists := state.Users[it.UserID]
	switch {
	case it.Type == "delete":
		if !exists && bug == "unknown_deletion" {
			return 200
		}
		state.Deleted[it.UserID] = true
		delete(state.Users, it.UserID)
		if bug == "flushes_ids" {
			state.IDs = nil
		}
	case state.Deleted[it.UserID]:
	case it.Type == "identify":
		if !exists || !user.Timestamp.After(it.Timestamp) || bug == "last_write_wins" {
			state.Users[it.UserID] = it
		}
	case !exists:
		return 503
	default:
		last := len(state.Orders) - 1
		if bug == "rejects_older" && last >= 0 && state.Orders[last].Timestamp.After(it.Timestamp) {
			return 409
		}
		state.Orders = append(state.Orders, it)
	}
	return 200
}

func isKnown(it message, now time.Time) bool {
	if bug == "one_event" && it.Event == "Refunded" {
		return false
	}
	for _, known := range state.IDs {
		if known.ID != it.MessageID || bug == "attempt_ids" && !known.At.Equal(now) {
			continue
		}
		return bug != "ids_for_an_hour" || now.Sub(known.At) <= time.Hour
	}
	return false
}

func act(it message, now time.Time) int {
	status := apply(it)
	if status == 503 && bug == "retry_storm" {
		// Each try sends a confirmation first.
		state.Orders = append(state.Orders, it, it, it, it, it)
	}
	// Notices of deletions have no ID. They may be applied again.
	if status != 200 || it.MessageID == "" {
		return status
	}
	remember := func() {
		state.IDs = append(state.IDs, seen{it.MessageID, now})
		if first := len(state.IDs) - 3; bug == "last_ids" && first > 0 {
			state.IDs = state.IDs[first:]
		}
	}
	if bug != "marker_later" {
		remember()
		return 200
	}
	time.AfterFunc(150*time.Millisecond, func() {
		transaction.Lock()
		defer transaction.Unlock()
		remember()
	})
	return 200
}

func receive(it message, now time.Time) int {
	transaction.Lock()
	defer transaction.Unlock()
	defer save()
	if it.Type == "track" {
		state.Requests++
	}
	if isKnown(it, now) {
		return 200
	}
	if it.Type == "track" && (bug == "check_then_act" || bug == "late_copies") {
		wait := 200 * time.Millisecond
		if bug == "late_copies" && inProgress[it.MessageID] {
			wait = 5_500 * time.Millisecond
		}
		inProgress[it.MessageID] = true
		transaction.Unlock()
		time.Sleep(wait)
		transaction.Lock()
		delete(inProgress, it.MessageID)
	}
	return act(it, now)
}

func statusOf(request *http.Request) int {
	body, err := io.ReadAll(request.Body)
	check(err)
	mac := hmac.New(sha1.New, []byte("secret"))
	mac.Write(body)
	isSigned := request.Header.Get("X-Signature") == hex.EncodeToString(mac.Sum(nil))
	if !isSigned && bug != "signature_last" {
		return 401
	}
	var it message
	check(json.NewDecoder(bytes.NewReader(body)).Decode(&it))
	now, err := time.Parse(time.RFC3339, request.Header.Get("Hookwright-Time"))
	check(err)
	transaction.Lock()
	_, exists := state.Users[it.UserID]
	transaction.Unlock()
	if bug == "responds_first" && it.Type == "track" && exists {
		time.AfterFunc(300*time.Millisecond, func() { receive(it, now) })
		return 200
	}
	if status := receive(it, now); isSigned {
		return status
	}
	return 401
}

func answer(target string, text func(*http.Request) any) {
	http.HandleFunc(target, func(response http.ResponseWriter, request *http.Request) {
		transaction.Lock()
		defer transaction.Unlock()
		fmt.Fprint(response, text(request))
	})
}

func main() {
	load()
	answer("/test/reset", func(*http.Request) any {
		state = emptyShop()
		save()
		return ""
	})
	answer("/test/state", func(*http.Request) any {
		sold := map[string]bool{}
		for _, order := range state.Orders {
			sold[order.MessageID] = true
		}
		if bug == "counter" {
			return fmt.Sprintf(`{"sold":%d}`, state.Requests)
		}
		return fmt.Sprintf(`{"sold":%d}`, len(sold))
	})
	answer("/test/processed", func(request *http.Request) any {
		count := 0
		all := append([]message{}, state.Orders...)
		for _, user := range state.Users {
			all = append(all, user)
		}
		for _, one := range all {
			if one.MessageID == request.URL.Query().Get("id") {
				count++
			}
		}
		return count
	})
	http.HandleFunc("/webhook", func(response http.ResponseWriter, request *http.Request) {
		response.WriteHeader(statusOf(request))
	})
	check(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
