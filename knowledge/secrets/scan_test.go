package secrets

import (
	"strings"
	"testing"
)

// joined keeps the keys of this file from being taken for keys by those who search
// repositories for them.
func joined(parts ...string) string { return strings.Join(parts, "") }

func TestScanFindsWhatHasTheFormOfASecret(t *testing.T) {
	pem := "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7bq98s1yP0kZ3vXcVbNm\nQwErTyUiOp\n-----END RSA PRIVATE KEY-----"
	for text, want := range map[string]string{
		joined("key id AKIA", "IOSFODNN7EXAMPLE in use"):                                            "aws-key",
		joined("aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/", "bPxRfiCYEXAMPLEKEY"):              "token",
		joined("ghp_", "0123456789abcdefghijABCDEFGHIJ012345"):                                      "github-token",
		joined("github_pat_", "11ABCDEFG0abcdefghijkl_", strings.Repeat("aB3dE5gH7j", 6)):           "github-token",
		joined("xoxb-", "123456789012-1234567890123-abcdefABCDEF0123"):                              "slack-token",
		joined("https://hooks.slack.com/services/", "T0AB12CD3/B0EF45GH6/aB3dE5gH7jK9mN1pQ3sT5vX7"): "slack-webhook",
		joined("sk_live_", "4eC39HqLyjWDarjtT1zdp7dc"):                                              "stripe-key",
		joined("AIza", "SyD4eC39HqLyjWDarjtT1zdp7dcAbCdEfGh"):                                       "google-key",
		joined("sk-ant-", "api03-aB3dE5gH7jK9mN1pQ3sT5vX7"):                                         "anthropic-key",
		joined("sk-proj-", "aB3dE5gH7jK9mN1pQ3sT5vX7"):                                              "openai-key",
		joined("OPENAI=sk-", "aB3dE5gH7jK9mN1pQ3sT5vX7aB3dE5gH7jK9mN1pQ3sT5vX7"):                    "openai-key",
		joined("hf_", "aBcdEfGhIjKlMnOpQrStUvWxYz0123"):                                             "huggingface-token",
		joined("npm_", "aB3dE5gH7jK9mN1pQ3sT5vX7aB3dE5gH7jK9"):                                      "npm-token",
		joined("glpat-", "aB3dE5gH7jK9mN1pQ3sT"):                                                    "gitlab-token",
		joined("SG.", "aB3dE5gH7jK9mN1pQ3sT5v", ".", "aB3dE5gH7jK9mN1pQ3sT5vX7aB3dE5gH7jK9mN1pQ3s"): "sendgrid-key",
		joined("eyJhbGciOiJIUzI1NiJ9", ".eyJzdWIiOiIxIn0", ".c2lnbmF0dXJl"):                         "jwt",
		pem: "private-key",
		strings.Replace(pem, "-----\nMII", "-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A\n\nMII", 1): "private-key",
		"postgres://app:s3cr3tpw@db:5432/x":                  "connection-string",
		"curl -H 'Authorization: Bearer abc123def456ghi789'": "authorization",
		"api_key: a1b2c3d4e5f6a7b8":                          "token",
		`"client_secret": "a1B2c3D4e5F6a7B8"`:                "token",
		"| API key | a1b2c3d4e5f6a7b8 |":                     "token",
		"password=hunter2":                                   "password",
		"DB_PASSWORD=swordfish\nDB_HOST=x":                   "password",
		"Password: S3cr3tP@ss":                               "password",
		"**Passwort:** Sommer2024!":                          "password",
		"Das Kennwort: Sommer2024!":                          "password",
		"mot de passe : Soleil9!":                            "password",
		"contraseña: Girasol9!":                              "password",
		"密码：hunter22":                                        "password",
		`{"password": "hunter22"}`:                           "password",
		"| password | hunter22 |":                            "password",
		"Server=a;User Id=sa;Password=abc123;Encrypt=1":      "password",
		"pay with 4111 1111 1111 1111 12/27":                 "credit-card",
		"5500-0000-0000-0004":                                "credit-card",
		"Amex 3782 822463 10005":                             "credit-card",
		"card number 4111111111111111":                       "credit-card",
		"| Visa | 4111111111111111 |":                        "credit-card",
		"IBAN DE89 3704 0044 0532 0130 00, thanks":           "iban",
		"gb82west12345698765432":                             "iban",
		"NO93 8601 1117 947":                                 "iban",
	} {
		found := Scan(text)
		if len(found) != 1 || found[0].Kind != want {
			t.Errorf("Scan(%q) = %v, want one %s", text, found, want)
			continue
		}
		if got := Mask(text); strings.Contains(got, text[found[0].Span[0]:found[0].Span[1]]) || !strings.Contains(got, "["+want+"]") {
			t.Errorf("Mask(%q) = %q", text, got)
		}
		if Label(want) == "" || strings.Contains(Label(want), "("+want+")") {
			t.Errorf("no words for %s", want)
		}
	}
}

func TestScanIsSilentAboutWhatOnlyLooksSo(t *testing.T) {
	for _, s := range []string{
		"the password is hunter2", // a sentence, which redaction takes out and a report leaves
		"Password: must be at least 12 characters", "Password: minimum 8 characters", "Password: SHA-256", "password: case-sensitive", "Password: 8-16 characters, mixed",
		"password=password", "password=yourpassword", "password: <your password>", "password=${DB_PASSWORD}", "password = os.environ['X']", "password=getpass()",
		"password: config.database.password", "password: ********", "Password: ______________", "pwd=$PWD", "password: [redacted:password]", "Passwords: ISO27001",
		"| Password | Must be changed every 90 days |", "password=None", `password=""`, "Password: n/a", "Forgot password? Click: here",
		"https://user:password@example.com/", "https://abc:xyz9@example.com/a", "https://abc:xyz9@www.example.org", "ext_backend=password|pw2=testing9", "user=michiel&password=something&allow=All", "https://localhost:8080/@scope/pkg", "ftp://anonymous:guest@host", "https://example.com/a:b@c",
		"AKIA is a prefix", "sk-learn-style-pipelines-are-nice-to-have", "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "sk_live_XXXXXXXXXXXXXXXXXXXXXXXX",
		"-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----", "-----BEGIN CERTIFICATE-----\nMIIEpAIBAAKCAQEA7bq98s1yP0kZ3vXcVbNm\n-----END CERTIFICATE-----",
		"api_key: YOUR_API_KEY_GOES_HERE_1", "token: 123e4567-e89b-12d3-a456-426614174000", "token: continuation-token-2024-01-01", "secret: /run/secrets/db_password1",
		"tokens: 4096, the token limit is 200000", "secret of success: patience", "Authorization: Bearer <token>", "bearer of good news",
		"key: sec-2024-annual-report-final", "eyJhbGciOiJub25lIn0 is a header",
		"invoice 4111 1111 1111 1112", "ISBN 978-3-16-148410-0", "order 1234567890123456", "at 1700000000000000000 ns, phone +49 30 1234 5678 90",
		"0.4111111111111111 of all", "https://example.com/4111111111111111", "4444 4444 4444 4444", "doc_4111111111111111", "4111-1111-11111111",
		"| 4111111111111111 |\n| 4111111111111112 |\n| 4111111111111113 |", // a column of numbers
		"DE89 3704 0044 0532 0130 01", "DE89 3704 0044 0532 0130 000", "GB00 WEST 0000 0000 0000 00", "commit 3f786850e387550fdab836ed7e6dc881de23001b",
		"PIN: 560001", "",
	} {
		if found := Scan(s); len(found) != 0 {
			t.Errorf("Scan(%q) = %v: %q", s, found, s[found[0].Span[0]:found[0].Span[1]])
		}
		if Mask(s) != s {
			t.Errorf("Mask(%q) = %q", s, Mask(s))
		}
	}
}

// Every rule must be woken by a word that survey looks for.
func TestEveryRuleIsWokenByItsWords(t *testing.T) {
	for i, r := range exactRules() {
		for _, w := range r.words {
			if w != asciiLower(w) || len(w) < 3 {
				t.Errorf("%s: the word %q is not small, or shorter than 3 bytes", r.kind, w)
			}
			if seen := survey("x " + asciiUpper(w) + " y"); seen == nil || len(seen[i]) != 1 {
				t.Errorf("%s is not woken by %q", r.kind, w)
			}
		}
	}
	if survey("nothing to see here, 12 times in 2024") != nil {
		t.Error("plain text wakes a rule")
	}
}

// asciiUpper leaves other letters alone, as the rules do.
func asciiUpper(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return r - 'a' + 'A'
		}
		return r
	}, s)
}

// A text is looked at in windows: where a secret stands in a long one makes no difference.
func TestASecretIsFoundAnywhereInALongText(t *testing.T) {
	plain := strings.Repeat("The quarterly figures of the Lyon office were revised upwards in March. ", 60)
	for _, secret := range []string{"password=hunter2", "postgres://app:s3cr3tpw@db:5432/x", "4111 1111 1111 1111", "DE89 3704 0044 0532 0130 00"} {
		text := ""
		for i := range 12 {
			text += plain[:300*i] + " " + secret + " \n"
		}
		found := Scan(text)
		if len(found) != 12 {
			t.Errorf("%q: %d of 12", secret, len(found))
		}
		for _, f := range found {
			if got := text[f.Span[0]:f.Span[1]]; !strings.Contains(secret, got) {
				t.Errorf("%q: found %q", secret, got)
			}
		}
	}
}

func TestHostileTextsAreScannedInTimeOfTheirLength(t *testing.T) {
	for _, piece := range []string{"pwd", "password=", "a://b:", "eyJ", "-----BEGIN PRIVATE KEY-----", "4 ", "DE89", "token: ", "Bearer ", "4111 1111 1111 1111 "} {
		text := strings.Repeat(piece, 1<<18/len(piece))
		if got := Scan(text); len(got) > len(text)/4 {
			t.Errorf("%q: %d finds", piece, len(got))
		}
	}
}

func TestColumnsOfPasswordsAreKnownByTheirHeader(t *testing.T) {
	for header, want := range map[string]bool{"Password": true, "passwords": true, " PWD ": true, "Kennwort": true, "Password policy": false, "Name": false, "": false} {
		if PasswordName(header) != want {
			t.Errorf("PasswordName(%q) is %v", header, !want)
		}
	}
}

func FuzzScanFindsPlacesInTheText(f *testing.F) {
	for _, s := range []string{"password=hunter2", "postgres://a:b3c@d", "4111 1111 1111 1111", "| pw | x |", "DE89 3704 0044 0532 0130 00", "api_key: a1b2c3d4e5f6a7b8"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		last := 0
		for _, x := range Scan(s) {
			if x.Span[0] < last || x.Span[1] <= x.Span[0] || x.Span[1] > len(s) {
				t.Fatalf("%v in %d bytes", x, len(s))
			}
			last = x.Span[1]
		}
	})
}

func BenchmarkScan(b *testing.B) {
	for name, text := range map[string]string{
		"plain":    strings.Repeat("The quarterly figures of the Lyon office were revised upwards in March. ", 30),
		"password": strings.Repeat("The password policy of the Lyon office was revised in March of this year. ", 30),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Scan(text)
			}
		})
	}
}
