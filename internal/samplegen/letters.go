package main

import _ "embed"

var (
	//go:embed text/lyon-question.txt
	lyonQuestionText string
	//go:embed text/lyon-answer.txt
	lyonAnswerText string
	//go:embed text/opening-lyon.txt
	openingText string
	//go:embed text/opening-lyon.html
	openingHTML string
)

const (
	claire  = "Claire Besson <claire@longbench.example>"
	tomasz  = "Tomasz Wilk <tomasz@longbench.example>"
	hanne   = "Hanne Verbeke <hanne@longbench.example>"
	mei     = "Mei Lin <mei@longbench.example>"
	friends = "Lyon list <lyon-friends@longbench.example>"

	questionID = "<20260223-lyon-budget-1@longbench.example>"
	xlsxType   = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
)

// lyonQuestion asks which of the two marketing figures counts.
func lyonQuestion() ([]byte, error) {
	return message{
		from: claire, to: tomasz,
		date:    "Mon, 23 Feb 2026 08:52:10 +0100",
		subject: "Marketing budget Lyon: 500 or 750?",
		id:      questionID,
		text:    lyonQuestionText,
	}.bytes(), nil
}

// lyonAnswer replies without settling it and attaches the quotes.
func lyonAnswer() ([]byte, error) {
	book, err := costsLyon()
	if err != nil {
		return nil, err
	}
	return message{
		from: tomasz, to: claire, cc: hanne,
		date:       "Tue, 24 Feb 2026 21:14:37 +0100",
		subject:    "Re: Marketing budget Lyon: 500 or 750?",
		id:         "<20260224-lyon-budget-2@longbench.example>",
		inReplyTo:  questionID,
		references: questionID,
		text:       lyonAnswerText,
		attachment: &attachment{"costs-lyon.xlsx", xlsxType, book},
	}.bytes(), nil
}

// openingLetter invites to the training, in French, as text and as HTML.
func openingLetter() ([]byte, error) {
	return message{
		from: mei, to: friends,
		date:    "Fri, 27 Feb 2026 10:00:00 +0100",
		subject: "L’atelier de Lyon ouvre le 18 avril – inscrivez-vous à la journée de formation",
		id:      "<20260227-opening-lyon@longbench.example>",
		text:    openingText,
		html:    openingHTML,
	}.bytes(), nil
}
