package claimgen

import (
	"fmt"
	"strings"
)

// town is what is known of one library.
type town struct {
	name, director, builder   string
	staff, budget, days, rise int
	day, month, year, since   int
	books, desks, rent        int
	grant                     int
	falls                     bool
}

// towns are invented; the first five of each language have a library.
var towns = map[string][]town{
	"en": {
		{"Marlow Bay", "Edith Crane", "Hobbs Roofing", 14, 310000, 21, 12, 4, 9, 2014, 2016, 41200, 35, 1800, 5200, false},
		{"Tarn Hill", "Oscar Pell", "Dale Joinery", 9, 185000, 28, 7, 17, 5, 2008, 2019, 22600, 18, 950, 3400, true},
		{"Westering", "Ruth Amari", "Kestrel Glass", 23, 540000, 14, 4, 30, 1, 2011, 2012, 67800, 52, 3100, 8100, false},
		{"Copse End", "Niall Harrow", "Brook Paints", 6, 96000, 35, 19, 12, 11, 2017, 2021, 15300, 11, 620, 1900, true},
		{"Longmere", "Priya Vance", "Stone and Son", 17, 402000, 24, 9, 8, 6, 2005, 2018, 53900, 44, 2400, 6700, false},
	},
	"de": {
		{"Altenfurt", "Greta Holm", "Dachbau Kern", 15, 320000, 21, 11, 3, 9, 2013, 2015, 40100, 33, 1700, 5300, false},
		{"Birkenau", "Jonas Reuter", "Tischlerei Voss", 8, 175000, 30, 6, 18, 5, 2007, 2020, 21900, 17, 880, 3300, true},
		{"Clausthal", "Miriam Adler", "Glaserei Huth", 22, 560000, 14, 5, 29, 1, 2010, 2011, 66400, 51, 3200, 8300, false},
		{"Dornbach", "Till Sommer", "Malerei Brandt", 7, 99000, 36, 18, 13, 11, 2016, 2022, 14800, 12, 640, 1800, true},
		{"Eschwege", "Nora Kling", "Steinwerk Lutz", 18, 415000, 25, 8, 7, 6, 2004, 2017, 52700, 43, 2300, 6900, false},
	},
	"fr": {
		{"Vaubourg", "Claire Tissot", "Toitures Renaud", 13, 305000, 22, 13, 5, 9, 2012, 2017, 39800, 34, 1750, 5100, false},
		{"Montreval", "Luc Ferrand", "Menuiserie Joly", 10, 190000, 29, 3, 16, 5, 2009, 2018, 23500, 19, 970, 3500, true},
		{"Sainte-Orse", "Inès Calvet", "Vitrerie Blanc", 24, 530000, 15, 7, 28, 1, 2006, 2013, 68100, 53, 3050, 8200, false},
		{"Pradelle", "Hugo Marchal", "Peintures Colin", 5, 91000, 34, 17, 11, 11, 2018, 2020, 15900, 9, 610, 2100, true},
		{"Rochefer", "Anne Delmas", "Pierres Roux", 16, 398000, 26, 10, 9, 6, 2003, 2016, 51600, 42, 2450, 6600, false},
	},
	"es": {
		{"Valdemar", "Lucía Prieto", "Tejados Ramos", 12, 300000, 23, 14, 6, 9, 2011, 2018, 38700, 32, 1650, 5400, false},
		{"Montesol", "Diego Salas", "Carpintería Vega", 11, 180000, 27, 8, 15, 5, 2010, 2021, 24300, 16, 910, 3600, true},
		{"Riofrío", "Marta Iglesias", "Cristales Luna", 25, 550000, 16, 6, 27, 1, 2005, 2014, 69200, 54, 3150, 8400, false},
		{"Peñalba", "Andrés Mora", "Pinturas Gil", 4, 93000, 33, 16, 10, 11, 2019, 2022, 16200, 13, 630, 2200, true},
		{"Torreluz", "Elena Campos", "Piedras Soto", 19, 405000, 20, 9, 21, 6, 2002, 2015, 50800, 41, 2350, 6800, false},
	},
}

var monthWords = map[string][]string{
	"en": strings.Fields("January February March April May June July August September October November December"),
	"de": strings.Fields("Januar Februar März April Mai Juni Juli August September Oktober November Dezember"),
	"fr": strings.Fields("janvier février mars avril mai juin juillet août septembre octobre novembre décembre"),
	"es": strings.Fields("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"),
}

// longDate writes a date as the language's documents do.
func longDate(lang string, d, m, y int) string {
	w := monthWords[lang][m-1]
	switch lang {
	case "de":
		return fmt.Sprintf("%d. %s %d", d, w, y)
	case "es":
		return fmt.Sprintf("%d de %s de %d", d, w, y)
	}
	return fmt.Sprintf("%d %s %d", d, w, y)
}

// shortDate writes it in figures.
func shortDate(lang string, d, m, y int) string {
	switch lang {
	case "de":
		return fmt.Sprintf("%02d.%02d.%d", d, m, y)
	case "fr", "es":
		return fmt.Sprintf("%02d/%02d/%d", d, m, y)
	}
	return fmt.Sprintf("%d-%02d-%02d", y, m, d)
}

// euros writes an amount with the language's grouping.
func euros(lang string, n int) string {
	return grouped(lang, n) + map[string]string{"en": " euros", "de": " Euro", "fr": " euros", "es": " euros"}[lang]
}

func grouped(lang string, n int) string {
	s := fmt.Sprint(n)
	if len(s) <= 3 {
		return s
	}
	sep := map[string]string{"en": ",", "de": ".", "fr": "\u202f", "es": "."}[lang]
	return grouped(lang, n/1000) + sep + s[len(s)-3:]
}

// thousands writes a round amount with a word for thousand.
func thousands(lang string, n int) string {
	return fmt.Sprintf("%d ", n/1000) + map[string]string{"en": "thousand euros", "de": "Tausend Euro", "fr": "mille euros", "es": "mil euros"}[lang]
}

func millions(lang string, n int) string {
	return fmt.Sprintf("%d ", n/1000) + map[string]string{"en": "million euros", "de": "Millionen Euro", "fr": "millions d'euros", "es": "millones de euros"}[lang]
}
