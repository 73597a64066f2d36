//go:build !unix

package cli

import "time"

func processorTime() time.Duration { return 0 }
