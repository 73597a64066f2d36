package secrets

import (
	"strings"
	"sync"
	"unicode"
)

// ordinaryWords may follow "the password is" or "password:" in a sentence that
// tells no password. Only a word written small counts: as a password such a word
// is a lost cause, and leaving it keeps the sentence.
var ordinaryWords = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	for w := range strings.FieldsSeq(`
		a about again all almost already also always an and any apparently as at available bad based because been being better
		blank both broken by case-sensitive changed checked common complex compromised confidential configured correct crucial
		default derived different disabled displayed easy either empty enabled encrypted enforced enough entered essential
		exactly expired expiring exposed extremely false far fine for forgotten from generated given going good guessable hard
		hashed hidden important in incorrect insecure invalid it its just kept known leaked less likely limited locked long lost
		managed mandatory masked meant missing more most must my n/a necessary needed never new nil no none not null obvious of
		ok okay old on one only optional or our out outdated part passed permanent please plain possible probably prompted
		protected provided public quite random rather read really recommended rejected required reset resets reused right
		rotated safe same salted saved secret secure see sensitive sent set shared short should shown simple so some something
		static still stolen stored str string strong such supposed temporary text that the there this to too transmitted true
		typed unchanged undefined under unique unknown up updated used useful usually valid validated verified very visible
		above ask assigned attached below between call case change choose chosen click contact create described enter found
		getting he her his inside issued length located longer max maximum mentioned min minimum nobody printed she shorter
		stronger their they use we who whose you
		2fa argon2 argon2id base64 md5 oauth oauth2 pbkdf2 sha1 sha-1 sha256 sha-256 sha512 sha-512
		weak what when where whether which why with working written wrong your yours
		abgelaufen aktuell an auch auf bei bekannt das dem den der die ein eine einem einen erforderlich falsch für geheim
		geändert gesperrt gespeichert gesetzt gut hier im immer in ist jetzt kein kompliziert korrekt kurz lang leer mehr mein
		mit muss nicht noch notwendig nur nötig ohne optional richtig schlecht schwach sehr sicher siehe stark ungültig
		unsicher unverändert vergessen verschlüsselt vom von vorhanden wichtig wie wird zu zurückgesetzt
		au aussi bien changé chiffré connu court dans de demandé des du encore enregistré erroné expiré exigé faible faux fort
		généré haché incorrect invalide la le les long mon nécessaire obligatoire oublié par pas perdu plus pour protégé
		requis réinitialisé sauvegardé secret sur sécurisé toujours trop très un une valide vide
		aquí caducada cifrada compartida con correcta corta de demasiado del desconocida débil el en errónea fuerte guardada
		incorrecta inválida la larga las los mi muy más necesaria ninguna no nueva obligatoria olvidada para por que requerida
		segura temporal una un vacía válida
		não obrigatória é niet vereist verlopen onjuist неверный не обязателен`) {
		words[w] = true
	}
	return words
})

// ordinary reports whether s is a word of a sentence rather than a password.
func ordinary(s string) bool {
	s = strings.Trim(s, ".,;:!?()…*")
	if s == "" {
		return true
	}
	if strings.ContainsFunc(s, unicode.IsUpper) {
		first, rest := s[:1], s[1:]
		if strings.ToLower(rest) != rest || strings.ToUpper(first) != first {
			return false
		}
		s = strings.ToLower(s) // "Password: Must be long"
	}
	s, _, _ = strings.Cut(strings.ReplaceAll(s, "’", "'"), "'") // it's, what's
	return ordinaryWords()[s]
}
