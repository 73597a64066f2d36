package render

import "slices"

// Examination is what doctor found.
type Examination struct {
	Version  string    `json:"version"`
	Revision string    `json:"revision,omitempty"`
	Go       string    `json:"go"`
	OS       string    `json:"os"`
	Arch     string    `json:"arch"`
	Kernel   string    `json:"kernel,omitempty"`
	Checks   []Symptom `json:"checks"`
}

// Symptom is one thing that doctor looked at.
type Symptom struct {
	Name   string `json:"name"`
	Status string `json:"status"` // ok, warning, or error: sync cannot work
	Detail string `json:"detail"`
}

// Fine records that something is as it should be.
func (d *Examination) Fine(name, detail string) { d.add(name, "ok", detail) }

// Warn records that sync does without something.
func (d *Examination) Warn(name, detail string) { d.add(name, "warning", detail) }

// Fail records that sync cannot work.
func (d *Examination) Fail(name, detail string) { d.add(name, "error", detail) }

func (d *Examination) add(name, status, detail string) {
	d.Checks = append(d.Checks, Symptom{name, status, detail})
}

// Broken reports whether sync cannot work.
func (d *Examination) Broken() bool {
	return slices.ContainsFunc(d.Checks, func(c Symptom) bool { return c.Status == "error" })
}

// Doctor writes what was found, a line each.
func Doctor(p Printer, d *Examination) error {
	p.Printf("quire %s · %s · %s/%s", d.Version, d.Go, d.OS, d.Arch)
	if d.Kernel != "" {
		p.Printf(" · kernel %s", p.Line(d.Kernel))
	}
	p.Printf("\n")
	for _, c := range d.Checks {
		p.Printf("%-8s %s  %s\n", c.Status, pad(c.Name, 25), p.Line(c.Detail))
	}
	return p.Err()
}
