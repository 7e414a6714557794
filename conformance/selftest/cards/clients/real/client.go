// A client on net/http, which by itself sends a request with an Idempotency-Key again where no answer came.
package main

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

type task struct {
	Do     string          `json:"do"`
	Task   int             `json:"task"`
	Limit  int             `json:"limit"`
	Card   string          `json:"card"`
	Limits json.RawMessage `json:"limits"`
	Tasks  []task          `json:"tasks"`
}

var base = os.Getenv("PARTNER_CARD_BASE_URL")
var token string

func send(method, path string, body io.Reader, headers map[string]string) (int, []byte, error) {
	request, err := http.NewRequest(method, base+path, body)
	if err != nil {
		return 0, nil, err
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return answer.StatusCode, text, err
}

func signIn() {
	form := url.Values{
		"grant_type":    {"client_credentials"},
		"client_id":     {os.Getenv("PARTNER_CARD_CLIENT_ID")},
		"client_secret": {os.Getenv("PARTNER_CARD_CLIENT_SECRET")},
		"scope":         {"cards:read cards:write transfers:read transfers:write"},
	}
	kind := map[string]string{"Content-Type": "application/x-www-form-urlencoded"}
	var answer struct {
		Token string `json:"access_token"`
	}
	_, text, _ := send("POST", "/v1/oauth/token", strings.NewReader(form.Encode()), kind)
	json.Unmarshal(text, &answer)
	token = answer.Token
}

func readList(one task) map[string]any {
	cards, query := []string{}, url.Values{}
	if one.Limit > 0 {
		query.Set("limit", fmt.Sprint(one.Limit))
	}
	for {
		status, text, err := send("GET", "/v1/card?"+query.Encode(), nil, nil)
		if err != nil || status != 200 {
			return map[string]any{"result": "error"}
		}
		var page struct {
			Cards []struct {
				ID string `json:"id"`
			} `json:"cards"`
			Next *string `json:"nextCursor"`
		}
		json.Unmarshal(text, &page)
		for _, card := range page.Cards {
			cards = append(cards, card.ID)
		}
		if page.Next == nil {
			return map[string]any{"result": "ok", "cards": cards}
		}
		query.Set("cursor", *page.Next)
	}
}

func sign(text string) string {
	file, _ := os.ReadFile(os.Getenv("PARTNER_CARD_SIGNING_KEY"))
	block, _ := pem.Decode(file)
	key, _ := x509.ParsePKCS8PrivateKey(block.Bytes)
	digest := sha256.Sum256([]byte(text))
	signature, _ := rsa.SignPKCS1v15(rand.Reader, key.(*rsa.PrivateKey), crypto.SHA256, digest[:])
	return base64.StdEncoding.EncodeToString(signature)
}

func write(one task) map[string]any {
	method, kind := strings.ToUpper(one.Do), "application/json"
	if method == "PATCH" {
		kind = "application/merge-patch+json"
	}
	path, now := "/v1/card/"+one.Card+"/limits", fmt.Sprint(time.Now().Unix())
	random := make([]byte, 16)
	rand.Read(random)
	status, _, err := send(method, path, strings.NewReader(string(one.Limits)), map[string]string{
		"Content-Type":                kind,
		"Idempotency-Key":             fmt.Sprintf("%x", random),
		"X-Service-Request-Timestamp": now,
		"X-Service-Signature":         sign(method + path + now),
	})
	if err != nil || status >= 500 {
		return map[string]any{"result": "error", "outcome": "unknown"}
	}
	if status/100 == 2 {
		return map[string]any{"result": "ok"}
	}
	return map[string]any{"result": "error", "outcome": "rejected"}
}

func main() {
	var all task
	json.Unmarshal([]byte(os.Getenv("PARTNER_CARD_TASK")), &all)
	if all.Tasks == nil {
		all.Tasks = []task{all}
	}
	signIn()
	for _, one := range all.Tasks {
		outcome := map[string]any{"result": "error", "outcome": "not-sent"}
		if token != "" && one.Do == "list" {
			outcome = readList(one)
		} else if token != "" {
			outcome = write(one)
		}
		outcome["partnerCard"], outcome["task"] = 1, one.Task
		line, _ := json.Marshal(outcome)
		fmt.Println(string(line))
	}
}
