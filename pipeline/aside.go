package pipeline

// aside does something on another processor while the run goes on, and returns a function
// that waits for what comes of it, which is to be called at most once.
func aside[T any](r *run, do func() (T, error)) func() (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	r.beside.Go(func() {
		value, err := do()
		done <- result{value, err}
	})
	return func() (T, error) {
		r := <-done
		return r.value, r.err
	}
}
