package interaction

import (
	"strings"
	"testing"
)

func TestSecretsAreRedacted(t *testing.T) {
	const p = "[redacted:password]"
	for _, c := range []struct{ in, want string }{
		{"my password is hunter2", "my password is " + p},
		{"My password is swordfish.", "My password is " + p + "."},
		{"my password is now hunter2, ok?", "my password is now " + p + ", ok?"},
		{"the password for the build server is hunter2", "the password for the build server is " + p},
		{"password: hunter2", "password: " + p},
		{"Password:\nhunter2!", "Password:\n" + p},
		{"**Password:** hunter2", "**Password:** " + p},
		{`{"user":"x","password":"hunter two","n":1}`, `{"user":"x","password":` + p + `,"n":1}`},
		{`{\"password\": \"hunter2\"}`, `{\"password\": ` + p + `}`},
		{"DB_PASSWORD=hunter2\nDB_HOST=x", "DB_PASSWORD=" + p + "\nDB_HOST=x"},
		{"PASSWORD_PROD = hunter2", "PASSWORD_PROD = " + p},
		{"passwd: x9", "passwd: " + p},
		{"pwd=abc", "pwd=" + p},
		{"pw: hunter2", "pw: " + p},
		{"user=jo pass=hunter", "user=jo pass=" + p},
		{"mysql --password hunter2 -u root", "mysql --password " + p + " -u root"},
		{"| password | hunter2 |", "| password | " + p + " |"},
		{"I changed the password to hunter2 today", "I changed the password to " + p + " today"},
		{"we set the password to 'swordfish'", "we set the password to " + p},
		{"log in with password hunter2", "log in with password " + p},
		{"hunter2 is my password", p + " is my password"},
		{"mein Passwort ist geheim77", "mein Passwort ist " + p},
		{"Das Kennwort für den Server lautet Sommer2024!", "Das Kennwort für den Server lautet " + p},
		{"Passwort: Wal", "Passwort: " + p},
		{"mon mot de passe est soleil", "mon mot de passe est " + p},
		{"mot de passe : soleil9", "mot de passe : " + p},
		{"mi contraseña es girasol", "mi contraseña es " + p},
		{"contraseña: girasol", "contraseña: " + p},
		{"密码是hunter2", "密码是" + p},
		{"密码：hunter2", "密码：" + p},
		{"my passphrase is horse battery staple", "my passphrase is " + p},
		{"my PIN is 4711", "my PIN is " + p},
		{"password: password is hunter2", "password: " + p + " is " + p},
		{"sk-proj-abcDEF0123456789abcDEF", "[redacted:api-key]"},
		{"key sk-ant-api03-AAAA1111bbbb2222", "key [redacted:api-key]"},
		{"use ghp_0123456789abcdefghijABCDEFGHIJ012345", "use [redacted:github-token]"},
		{"AKIAIOSFODNN7EXAMPLE", "[redacted:aws-key]"},
		{"aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "aws_secret_access_key = [redacted:api-key]"},
		{"xoxb-123456789012-abcdefABCDEF", "[redacted:slack-token]"},
		{"curl -H 'Authorization: Bearer abc123def456'", "curl -H 'Authorization: Bearer [redacted:authorization]'"},
		{"Bearer abc123def456ghi", "Bearer [redacted:bearer-token]"},
		{"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "[redacted:jwt]"},
		{"my API key is a1b2c3d4e5f6", "my API key is [redacted:api-key]"},
		{`client_secret: "a1b2c3d4e5f6"`, `client_secret: "[redacted:api-key]"`},
		{"a\n-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nb", "a\n[redacted:private-key]\nb"},
		{"-----BEGIN OPENSSH PRIVATE KEY-----\nb3Blbn cut off", "[redacted:private-key]"},
		{"postgres://app:s3cr3t@db:5432/x", "postgres://app:[redacted:connection-string]@db:5432/x"},
		{"redis://:p/q@r@cache/0", "redis://:[redacted:connection-string]@cache/0"},
		{"Server=a;User Id=sa;Password=abc", "Server=a;User Id=sa;Password=" + p},
		{"pay with 4111 1111 1111 1111 12/27", "pay with [redacted:credit-card] 12/27"},
		{"5500-0000-0000-0004", "[redacted:credit-card]"},
		{"378282246310005.", "[redacted:credit-card]."},
		{"IBAN DE89 3704 0044 0532 0130 00, thanks", "IBAN [redacted:iban], thanks"},
		{"gb82west12345698765432", "[redacted:iban]"},
		{"NL91ABNA0417164300 and CH93 0076 2011 6238 5295 7", "[redacted:iban] and [redacted:iban]"},
	} {
		got, n := Redact(c.in)
		if got != c.want {
			t.Errorf("Redact(%q)\n got %q\nwant %q", c.in, got, c.want)
		}
		if n == 0 {
			t.Errorf("Redact(%q) counts nothing", c.in)
		}
		if again, n := Redact(got); again != got || n != 0 {
			t.Errorf("Redact twice of %q: %q", c.in, again)
		}
	}
}

func TestOrdinarySentencesStayIntact(t *testing.T) {
	for _, s := range []string{
		"the password policy changed",
		"The password is required.",
		"Your password is too short and the old password is expired.",
		"the password for the portal is kept in the vault",
		"A password is not accepted when it is weak",
		"Password: must be at least 12 characters",
		"Forgot password? Click here to reset it.",
		"password: <your password>",
		"password: ${DB_PASSWORD}",
		"password: ********",
		"The password reset link went to anna@example.com",
		"we hash the password with sha256 and the password OAuth2 flow is off",
		"what is the password?",
		"this is my password manager",
		"Passwords are hashed.",
		"The passage of the bill, pass: 12, fail: 3",
		"the mountain pass is closed",
		"das Passwort ist abgelaufen",
		"Die Passwort-Richtlinie wurde geändert",
		"le mot de passe est obligatoire",
		"la contraseña es demasiado corta",
		"the bearer of good news; bearer instruments are rare",
		"tokens: 4096, the token limit is 200000",
		"the secret of success: patience",
		"the key is under the mat",
		"sk-learn-style-pipelines-are-nice-to-have",
		"https://localhost:8080/@scope/pkg and https://example.com/a:b",
		"mailto:anna@example.com",
		"invoice 4111 1111 1111 1112, order 1234567890123456",
		"at 1700000000000000000 ns, phone +49 30 1234 5678 90",
		"DE89 3704 0044 0532 0130 01 is mistyped",
		"commit 3f786850e387550fdab836ed7e6dc881de23001b",
		"the PIN is printed on the letter; spin: 5000",
		"-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
		"[redacted:password]",
		"",
	} {
		if got, n := Redact(s); got != s || n != 0 {
			t.Errorf("Redact(%q) = %q", s, got)
		}
	}
}

func TestOverlappingFindsAreOneRedaction(t *testing.T) {
	got, n := Redact("password=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl")
	if n != 1 || strings.Contains(got, "eyJ") {
		t.Errorf("got %q, %d", got, n)
	}
}

// Work in the square of the length would not end before the test's time limit.
func TestHostileTextsAreRedactedInTimeOfTheirLength(t *testing.T) {
	for _, piece := range []string{
		"pwd", "pw ", "my pass is ", "passphrase: ", `password "`, "a://b:", "eyJ", "-----BEGIN PRIVATE KEY-----", "4 ", "DE89", "token ",
		"Bearer ", "password for ", "\u2028pin",
	} {
		text := strings.Repeat(piece, MaxLineBytes/8/len(piece))
		if got, _ := Redact(text); len(got) > 8*len(text) {
			t.Errorf("%q grew to %d bytes", piece, len(got))
		}
	}
}

func TestALongValueIsRedactedToItsEnd(t *testing.T) {
	long := strings.Repeat("x9", 2000)
	for _, in := range []string{"password: " + long, "my passphrase is " + strings.Repeat("horse ", 500) + "x9", long + " is my password"} {
		if got, _ := Redact(in); strings.Contains(got, "x9") || strings.Contains(got, "horse") {
			t.Errorf("%.60q: left %d bytes", in, len(got))
		}
	}
}

func FuzzRedactIsStableAndKeepsUTF8(f *testing.F) {
	for _, s := range []string{"my password is hunter2", "postgres://a:b@c", "4111 1111 1111 1111", "| pw | x |", "key: a1b2c3d4e5", "pass\u200Bword: x", "\xd6"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 4096 {
			return
		}
		got, n := Redact(s)
		if n == 0 && got != undisguised(s) {
			t.Fatalf("changed without counting: %q", got)
		}
		if strings.ToValidUTF8(s, "") == s && strings.ToValidUTF8(got, "") != got {
			t.Fatalf("broke the text's UTF-8: %q", got)
		}
	})
}

func BenchmarkRedact(b *testing.B) {
	for name, text := range map[string]string{
		"plain":    strings.Repeat("The quarterly figures of the Lyon office were revised upwards in March. ", 8),
		"password": strings.Repeat("The password policy of the Lyon office was revised in March of this year. ", 8),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Redact(text)
			}
		})
	}
}

func TestRedactSeesThroughWhatShowsNothing(t *testing.T) {
	for _, s := range []string{
		"my \x1b[1mpassword\x1b[0m is hunter2", "my pass\u200bword is hunter2", "my password is hun\u00adter2",
	} {
		if got, n := Redact(s); n != 1 || strings.Contains(got, "ter2") {
			t.Errorf("%q became %q", s, got)
		}
	}
}
