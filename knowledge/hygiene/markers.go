package hygiene

import "strings"

// marks are written by the programs that drive models, and are in no ordinary
// text. All are lower case. By their first character:
var marks = map[byte][]string{
	'<': {
		"<|im_start|>", "<|im_end|>", "<|system|>", "<|user|>", "<|assistant|>", "<|endoftext|>", "<|eot_id|>", "<|end_of_turn|>",
		"<|start_header_id|>", "<|end_header_id|>", "<|begin_of_text|>", "<|python_tag|>", "<|tool_call", "<|channel|>", "<|endofprompt|>",
		"<<sys>>", "<</sys>>", "<start_of_turn>", "<end_of_turn>", "<s>[inst]",
		"<function_calls>", "</function_calls>", "<invoke name=", "<tool_call>", "</tool_call>", "<tool_use>", "<tool_result>", "</tool_result>",
		"<tool_response>", "<function_call>", "<function_results>", "<function=", "<system_prompt>", "</system_prompt>", "<system-prompt>", "<system-reminder>",
		"<system_message>", "<system-message>", "<system_instruction>", "<｜user｜>", "<｜assistant｜>", "<｜tool",
	},
	'[': {"[inst]", "[/inst]", "[tool_calls]", "[tool_call]", "[available_tools]", "[/available_tools]", "[system_prompt]", "[/system_prompt]", "[system message]", "[system override]"},
	'`': {"```tool_code", "```tool_call", "```tool_output", "```tool_use"},
	'"': {`"tool_calls"`, `"function_call"`, `"tool_use"`, `"tool_choice"`, `"tool_name"`, `"tool_call_id"`},
	'{': {`{"tool":`, `{"tool" :`, `{"action":"tool`, `{"function":"`},
}

// markers looks for marks anywhere and for roles at the beginning of lines.
func markers(text string) string {
	folded := text
	if !plain(text) {
		folded = strings.Map(func(r rune) rune {
			if unseen(r) {
				return -1
			}
			if r >= '！' && r <= '～' && r != '｜' { // full width
				return r - '！' + '!'
			}
			return r
		}, text)
	}
	folded = strings.ToLower(folded)
	for i := 0; i < len(folded); i++ {
		switch folded[i] {
		case '<', '[', '`', '"', '{':
		default:
			continue
		}
		for _, m := range marks[folded[i]] {
			if strings.HasPrefix(folded[i:], m) {
				return "chat-mark"
			}
		}
		if folded[i] == '{' && callObject(folded[i:]) {
			return "tool-call"
		}
	}
	return roles(folded)
}

// callObject reports a JSON object that names a tool and its arguments.
func callObject(s string) bool {
	const longest = 300
	s = s[:min(len(s), longest)]
	var b strings.Builder
	for _, r := range s {
		if r != ' ' && r != '\n' && r != '\t' && r != '\\' {
			b.WriteRune(r)
		}
	}
	s = b.String()
	if strings.HasPrefix(s, `{"tool":"`) || strings.HasPrefix(s, `{"tool_call":`) || strings.HasPrefix(s, `{"recipient_name":"functions.`) {
		return true
	}
	if !strings.HasPrefix(s, `{"name":"`) && !strings.HasPrefix(s, `{"function":"`) && !strings.HasPrefix(s, `{"function":{`) && !strings.HasPrefix(s, `{"action":"`) {
		return false
	}
	return strings.Contains(s, `,"arguments":`) || strings.Contains(s, `,"action_input":`)
}

// roleWords begin the turn of a chat. A model and a person make one together, the
// system where it speaks to a model, an order by itself.
var roleWords = map[string]string{
	"system": "system", "assistant": "model", "ai": "model", "ai assistant": "model", "human": "person", "user": "person",
	"chatgpt": "model", "developer": "system", "system message": "order", "system prompt": "order", "system override": "order",
	"system instruction": "order", "system instructions": "order", "new system prompt": "order", "ai instruction": "order", "ai instructions": "order",
	"systemprompt": "order", "system-prompt": "order", "prompt injection": "order", "system update for ai": "order",
}

// roles looks for turns of a chat: a person's and a model's, or one that orders.
func roles(text string) string {
	var seen [2]bool
	action := false
	for line := range strings.SplitSeq(text, "\n") {
		bare := strings.TrimLeft(line, " \t>*\\|-")
		hashes := strings.TrimLeft(bare, "#")
		headed := len(bare)-len(hashes) == 3
		word, said, ok := strings.Cut(strings.TrimLeft(hashes, " *_["), ":")
		if !ok || len(word) > 24 {
			continue
		}
		word = strings.Trim(word, " *_]")
		said = strings.TrimSpace(strings.TrimLeft(said, "*_ "))
		if headed && (word == "instruction" || word == "system" || word == "assistant" || word == "human" || word == "user" || word == "response") {
			return "chat-role"
		}
		switch roleWords[word] {
		case "order":
			return "chat-role"
		case "system":
			if speaks(said) {
				return "chat-role"
			}
		case "person":
			seen[0] = seen[0] || turn(said)
		case "model":
			seen[1] = seen[1] || turn(said)
			if speaks(said) {
				return "chat-role"
			}
		}
		if word == "action input" && action {
			return "tool-call"
		}
		action = action || word == "action" && said != "" && !strings.Contains(said, " ")
	}
	if seen[0] && seen[1] {
		return "chat-role"
	}
	return ""
}

// turn reports what may be said in a chat rather than written in a form.
func turn(said string) bool { return said == "" || strings.Count(said, " ") >= 2 }

// speaks reports what an operator says to a model.
func speaks(said string) bool {
	for _, begin := range []string{
		"you are ", "you're ", "you must ", "you will ", "you should ", "you have ", "your task", "your job", "your role", "your new", "from now on", "ignore ", "disregard ",
		"forget ", "override ", "new instruction", "do not tell", "always respond", "always answer", "respond only", "act as", "enter ",
		"du bist ", "tu es ", "vous etes ", "vous êtes ", "eres ", "sei ", "ora sei ", "você é ", "je bent ", "jesteś ", "ты ",
		"вы ", "你是", "あなたは", "당신은", "너는", "أنت ",
	} {
		if strings.HasPrefix(said, begin) {
			return true
		}
	}
	return false
}
