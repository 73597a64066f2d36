package worker

// Protection is one thing that a worker gave up before it sees a document.
type Protection struct {
	Name   string `json:"name"`   // one of the names below
	Active bool   `json:"active"` // it holds in this worker
	Detail string `json:"detail"` // what it keeps away, or why it does not hold
}

// The names of the protections, in the order in which they are reported.
const (
	NoNewPrivileges = "no-new-privileges"
	Files           = "files"        // no file can be opened, save the compiled PDF engine
	Network         = "network"      // no connection can be made
	SystemCalls     = "system-calls" // no program, no socket, no writing, no other process
	Resources       = "resources"    // no core dump, no file grows, few descriptors
	Memory          = "memory"       // a ceiling that one allocation cannot pass
	ParentDeath     = "parent-death" // it ends with the process that started it
)

// hello is what a worker says when it is ready.
type hello struct {
	Protections []Protection
}

// held makes the report of a protection: what it does, or the error that kept it
// from holding.
func held(name, does string, err error) Protection {
	if err != nil {
		return Protection{name, false, err.Error()}
	}
	return Protection{name, true, does}
}
