package knowledge

// Alias is a group of words and names that mean the same to the people of a corpus. A
// query that holds one of them is searched by the others too.
type Alias struct {
	Words  []string `json:"words"` // two at least, sorted
	Author string   `json:"author"`
	Reason string   `json:"reason,omitempty"`
}
