package cli

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"quire/cmd/internal/render"
)

// helpFlag is one flag of a command.
type helpFlag struct {
	Name    string `json:"name"`
	Short   string `json:"shorthand,omitempty"`
	Type    string `json:"type"`
	Default string `json:"default"`
	About   string `json:"about"`
}

// helpCommand is one command below another.
type helpCommand struct {
	Name  string `json:"name"`
	About string `json:"about"`
}

// help prints what a command does: as text, or with --json as an object.
func (a *app) help(text func(*cobra.Command, []string)) func(*cobra.Command, []string) {
	return func(cmd *cobra.Command, args []string) {
		if !a.json && !wantsJSON(a.args) {
			text(cmd, args)
			return
		}
		flags, commands := []helpFlag{}, []helpCommand{}
		add := func(f *pflag.Flag) {
			if !f.Hidden {
				flags = append(flags, helpFlag{f.Name, f.Shorthand, f.Value.Type(), f.DefValue, f.Usage})
			}
		}
		cmd.LocalFlags().VisitAll(add)
		cmd.InheritedFlags().VisitAll(add)
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() {
				commands = append(commands, helpCommand{c.Name(), c.Short})
			}
		}
		err := render.JSON(a.stdout, "help", "", true, map[string]any{
			"command": cmd.CommandPath(), "usage": cmd.UseLine(), "short": cmd.Short, "long": cmd.Long, "example": cmd.Example, "flags": flags, "commands": commands,
		})
		if err != nil {
			a.code = exitFailed
		}
	}
}
