// Package mapped reads files through the memory of the process, as the system pages them in.
package mapped

import "time"

// RestEvery calls rest, which is to let mapped files Rest, again and again until it is stopped.
// No call of it goes on when stop returns: then the files may be closed.
func RestEvery(pause time.Duration, rest func()) (stop func()) {
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(pause)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				rest()
			}
		}
	}()
	return func() { close(done); <-ended }
}
