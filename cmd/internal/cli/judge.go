package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"quire/cmd/internal/workspace"
	"quire/knowledge"
	"quire/retrieval"
	"quire/retrieval/proof"
)

const (
	judgeSchema = "quire.judge/1"
	// judgeTime is how long a judge may take over all statements of an answer.
	judgeTime = 2 * time.Minute
	// maxJudged bounds the bytes that a judge may answer with.
	maxJudged = 1 << 20
)

// judge is the external command that gives a second opinion on an answer.
type judge struct {
	dir string
	run []string
}

// judgeRequest is what a judge reads from standard input, one JSON object.
type judgeRequest struct {
	Schema     string          `json:"schema"`
	Statements []judgeQuestion `json:"statements"`
}

type judgeQuestion struct {
	N        int                       `json:"n"` // number of the statement in the answer, from 1
	Text     string                    `json:"text"`
	Language string                    `json:"language"`
	Verdict  proof.Verdict             `json:"verdict"`
	Reasons  []string                  `json:"reasons"`
	Evidence []retrieval.ProofEvidence `json:"evidence"`
}

// judgeReply is what it writes to standard output.
type judgeReply struct {
	Statements []struct {
		N       int           `json:"n"`
		Verdict proof.Verdict `json:"verdict"`
		Reason  string        `json:"reason"`
	} `json:"statements"`
}

// newJudge returns the judge of the workspace if the user confirmed it; confirm is the
// command as they do so now.
func (a *app) newJudge(w *workspace.Workspace, confirm string) (*judge, error) {
	if w == nil {
		return nil, &usageError{"--judge needs the workspace, whose quire.yaml names the judge", "leave out --published"}
	}
	command := w.Config.Judge.Command
	if len(command) == 0 {
		return nil, &usageError{workspace.ConfigName + " names no judge", "add judge: {command: [program, argument]}"}
	}
	written := strings.Join(command, " ")
	if confirm != "" {
		if confirm != written {
			return nil, &usageError{fmt.Sprintf("--confirm-judge names another command than %s, which has %q", workspace.ConfigName, written), "look at it, then name it as it stands there"}
		}
		if err := w.ConfirmCommand("judge", command); err != nil {
			return nil, err
		}
	}
	run, ok, err := w.Command("judge", command)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, &confirmError{
			fmt.Sprintf("%s names the judge %q, which was not confirmed by you, or whose files have changed since", workspace.ConfigName, written),
			"look at it; to let it run: quire trace --answer FILE --judge --confirm-judge " + fmt.Sprintf("%q", written), nil,
		}
	}
	return &judge{w.Dir, run}, nil
}

// ask adds the judge's opinion to what is partial or unsupported.
func (x *judge) ask(ctx context.Context, p *retrieval.Proof) error {
	q := judgeRequest{Schema: judgeSchema, Statements: []judgeQuestion{}}
	for i := range p.Statements {
		if s := &p.Statements[i]; s.Verdict == proof.Partial || s.Verdict == proof.Unsupported {
			q.Statements = append(q.Statements, judgeQuestion{i + 1, s.Text, s.Language, s.Verdict, s.Reasons, s.Evidence})
		}
	}
	if len(q.Statements) == 0 {
		return nil
	}
	in, err := json.Marshal(q)
	if err != nil {
		return err
	}
	out, err := x.answer(ctx, in)
	if err != nil {
		return err
	}
	var r judgeReply
	if err := json.Unmarshal(out, &r); err != nil {
		return fmt.Errorf("the judge %s answers with no JSON of its protocol: %w", x.run[0], err)
	}
	known := []proof.Verdict{proof.Supported, proof.Partial, proof.Contradicted, proof.Unsupported, proof.NotCheckable}
	for _, o := range r.Statements {
		asked := slices.ContainsFunc(q.Statements, func(s judgeQuestion) bool { return s.N == o.N })
		if !asked || !slices.Contains(known, o.Verdict) {
			return fmt.Errorf("the judge %s answers %q on statement %d: it was not asked about that, or that is no verdict", x.run[0], knowledge.Line(string(o.Verdict), 40), o.N)
		}
	}
	for _, o := range r.Statements {
		p.Statements[o.N-1].Judge = &retrieval.Opinion{Verdict: o.Verdict, Reason: knowledge.Line(o.Reason, 400)}
	}
	return nil
}

// answer runs the command with little of the environment.
func (x *judge) answer(ctx context.Context, in []byte) ([]byte, error) {
	ctx, stop := context.WithTimeout(ctx, judgeTime)
	defer stop()
	cmd := exec.CommandContext(ctx, x.run[0], x.run[1:]...)
	cmd.Dir, cmd.Stdin, cmd.WaitDelay = x.dir, bytes.NewReader(in), time.Second
	for _, name := range []string{"PATH", "HOME", "LANG", "TMPDIR", "SystemRoot"} {
		if v, ok := os.LookupEnv(name); ok {
			cmd.Env = append(cmd.Env, name+"="+v)
		}
	}
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start the judge: %w", err)
	}
	out, readErr := io.ReadAll(io.LimitReader(pipe, maxJudged+1))
	if len(out) > maxJudged {
		stop()
		readErr = fmt.Errorf("more than %d bytes", maxJudged)
	}
	err = errors.Join(readErr, cmd.Wait())
	if ctx.Err() == context.DeadlineExceeded {
		err = fmt.Errorf("no answer within %s", judgeTime)
	}
	if err != nil {
		return nil, fmt.Errorf("the judge %s failed: %w", x.run[0], err)
	}
	return out, nil
}
