package claimgen

// phrases are how the documents (first) and the statements about them (second) say
// a fact. T and U are towns, N a figure, M an amount, D a date, P and Q people or
// firms, V what visits did.
var phrases = map[string]map[string][2]string{
	"en": {
		"staff":    {"The library in T employs N people.", "N people work in the library of T."},
		"budget":   {"The council approved an annual budget of M for the library in T.", "T's library has an approved budget of M a year."},
		"opened":   {"The library in T opened on D.", "On D the library in T was opened."},
		"director": {"P has directed the library in T since Y.", "Since Y the library in T has been led by P."},
		"visits":   {"Visits to the library in T V by N per cent in 2025.", "In 2025, visits to T's library V by N %."},
		"loan":     {"Readers in T must return books within N days.", "In T, books must be given back by readers within N days."},
		"films":    {"The library in T does not lend films.", "Films are not lent by the library in T."},
		"closed":   {"All branches in T are closed on Mondays.", "On Mondays every branch in T is closed."},
		"pay":      {"P paid M to Q for the roof in T.", "Q was paid M by P for the roof in T."},
		"compare":  {"The library in T has more desks than the library in U.", "Compared with the library in U, the library in T has more desks."},
		"pair":     {"For new shelves, T received M and U received K.", "T received M for new shelves, while U received K."},
		"rose":     {"rose", "increased"}, "fell": {"fell", "decreased"},
		"few":    {"Some readers in T asked for longer opening hours.", "Longer opening hours were requested by some readers in T."},
		"table":  {"", "The library in T holds N books."},
		"desk":   {"", "T has N desks for readers."},
		"total":  {"", "Together, the libraries in T and U hold N books."},
		"rents":  {"", "The monthly rents of T and U add up to M."},
		"policy": {"A reader card costs N euros a year.", "The reader card costs N euros each year."},
		"late":   {"For each late day readers pay N cents.", "Readers pay N cents for every day they are late."},
		"ghost":  {"", "The library in T owns a printing press from the year N."},
		"guest":  {"", "A poet reads in the library in T every Friday evening."},
		"clause": {"", "The library in T opened on D in the presence of the bishop."},
		"and":    {"", " and "},
	},
	"de": {
		"staff":    {"Die Bibliothek in T beschäftigt N Personen.", "In der Bibliothek in T sind N Personen beschäftigt."},
		"budget":   {"Der Rat genehmigte für die Bibliothek in T ein Jahresbudget von M.", "Für die Bibliothek in T hat der Rat ein Jahresbudget von M bewilligt."},
		"opened":   {"Die Bibliothek in T wurde am D eröffnet.", "Am D öffnete die Bibliothek in T."},
		"director": {"P leitet die Bibliothek in T seit Y.", "Seit Y wird die Bibliothek in T von P geleitet."},
		"visits":   {"Die Besuche in der Bibliothek in T V 2025 um N Prozent.", "Im Jahr 2025 V die Besuche in der Bibliothek in T um N %."},
		"loan":     {"In T müssen Bücher innerhalb von N Tagen zurückgegeben werden.", "Bücher müssen in T nach spätestens N Tagen zurückgegeben werden."},
		"films":    {"Die Bibliothek in T verleiht keine Filme.", "Filme werden von der Bibliothek in T nicht verliehen."},
		"closed":   {"Alle Zweigstellen in T sind montags geschlossen.", "Montags ist jede Zweigstelle in T geschlossen."},
		"pay":      {"P zahlte M an Q für das Dach in T.", "Q wurden von P für das Dach in T M gezahlt."},
		"compare":  {"Die Bibliothek in T hat mehr Arbeitsplätze als die Bibliothek in U.", "Mehr Arbeitsplätze als die Bibliothek in U hat die Bibliothek in T."},
		"pair":     {"Für neue Regale erhielt T M und U erhielt K.", "T erhielt für neue Regale M, während U K erhielt."},
		"rose":     {"stiegen", "stiegen"}, "fell": {"sanken", "sanken"},
		"few":    {"Einige Leser in T baten um längere Öffnungszeiten.", "Um längere Öffnungszeiten baten in T einige Leser."},
		"table":  {"", "Die Bibliothek in T besitzt N Bücher."},
		"desk":   {"", "T hat N Arbeitsplätze."},
		"total":  {"", "Die Bibliotheken in T und U besitzen zusammen N Bücher."},
		"rents":  {"", "Die Mieten von T und U betragen zusammen M."},
		"policy": {"Ein Leseausweis kostet N Euro im Jahr.", "Der Leseausweis kostet jährlich N Euro."},
		"late":   {"Für jeden verspäteten Tag zahlen Leser N Cent.", "Leser zahlen N Cent für jeden verspäteten Tag."},
		"ghost":  {"", "Die Bibliothek in T besitzt eine Druckerpresse aus dem Jahr N."},
		"guest":  {"", "In der Bibliothek in T liest jeden Freitagabend ein Dichter."},
		"clause": {"", "Die Bibliothek in T wurde am D im Beisein des Bischofs eröffnet."},
		"and":    {"", " und "},
	},
	"fr": {
		"staff":    {"La bibliothèque de T emploie N personnes.", "N personnes sont employées à la bibliothèque de T."},
		"budget":   {"Le conseil a approuvé un budget annuel de M pour la bibliothèque de T.", "Le budget annuel de la bibliothèque de T, approuvé par le conseil, est de M."},
		"opened":   {"La bibliothèque de T a ouvert le D.", "C'est le D que la bibliothèque de T a été ouverte."},
		"director": {"P dirige la bibliothèque de T depuis Y.", "Depuis Y, la bibliothèque de T est dirigée par P."},
		"visits":   {"Les visites à la bibliothèque de T V de N pour cent en 2025.", "En 2025, les visites à la bibliothèque de T V de N %."},
		"loan":     {"À T, les lecteurs doivent rendre les livres dans les N jours.", "Les livres doivent être rendus par les lecteurs de T dans les N jours."},
		"films":    {"La bibliothèque de T ne prête pas de films.", "Aucun film n'est prêté par la bibliothèque de T."},
		"closed":   {"Toutes les annexes de T sont fermées le lundi.", "Le lundi, chaque annexe de T est fermée."},
		"pay":      {"P a payé M à Q pour le toit de T.", "Q a été payé M par P pour le toit de T."},
		"compare":  {"La bibliothèque de T a plus de places que la bibliothèque de U.", "Par rapport à la bibliothèque de U, la bibliothèque de T a plus de places."},
		"pair":     {"Pour de nouveaux rayonnages, T a reçu M et U a reçu K.", "T a reçu M pour de nouveaux rayonnages, tandis que U a reçu K."},
		"rose":     {"ont augmenté", "ont progressé"}, "fell": {"ont baissé", "ont diminué"},
		"few":    {"Certains lecteurs de T ont demandé des horaires plus longs.", "Des horaires plus longs ont été demandés par certains lecteurs de T."},
		"table":  {"", "La bibliothèque de T possède N livres."},
		"desk":   {"", "T offre N places."},
		"total":  {"", "Ensemble, les bibliothèques de T et U possèdent N livres."},
		"rents":  {"", "Les loyers de T et U s'élèvent au total à M."},
		"policy": {"La carte de lecteur coûte N euros par an.", "Le prix annuel de la carte de lecteur est de N euros."},
		"late":   {"Pour chaque jour de retard, les lecteurs paient N centimes.", "Les lecteurs paient N centimes par jour de retard."},
		"ghost":  {"", "La bibliothèque de T possède une presse de l'année N."},
		"guest":  {"", "Un poète lit chaque vendredi soir à la bibliothèque de T."},
		"clause": {"", "La bibliothèque de T a ouvert le D en présence de l'évêque."},
		"and":    {"", " et "},
	},
	"es": {
		"staff":    {"La biblioteca de T emplea a N personas.", "N personas están empleadas en la biblioteca de T."},
		"budget":   {"El consejo aprobó un presupuesto anual de M para la biblioteca de T.", "El presupuesto anual de la biblioteca de T, aprobado por el consejo, es de M."},
		"opened":   {"La biblioteca de T abrió el D.", "El D fue abierta la biblioteca de T."},
		"director": {"P dirige la biblioteca de T desde Y.", "Desde Y la biblioteca de T está dirigida por P."},
		"visits":   {"Las visitas a la biblioteca de T V un N por ciento en 2025.", "En 2025 las visitas a la biblioteca de T V un N %."},
		"loan":     {"En T los lectores deben devolver los libros en N días.", "Los libros deben ser devueltos por los lectores de T en N días."},
		"films":    {"La biblioteca de T no presta películas.", "En la biblioteca de T no se prestan películas."},
		"closed":   {"Todas las filiales de T cierran los lunes.", "Los lunes cierra cada filial de T."},
		"pay":      {"P pagó M a Q por el tejado de T.", "Q recibió de P un pago de M por el tejado de T."},
		"compare":  {"La biblioteca de T tiene más puestos que la biblioteca de U.", "En comparación con la biblioteca de U, la biblioteca de T tiene más puestos."},
		"pair":     {"Para estanterías nuevas, T recibió M y U recibió K.", "T recibió M para estanterías nuevas, mientras que U recibió K."},
		"rose":     {"aumentaron", "crecieron"}, "fell": {"bajaron", "disminuyeron"},
		"few":    {"Algunos lectores de T pidieron horarios más largos.", "Horarios más largos fueron pedidos por algunos lectores de T."},
		"table":  {"", "La biblioteca de T posee N libros."},
		"desk":   {"", "T tiene N puestos."},
		"total":  {"", "Las bibliotecas de T y U poseen en total N libros."},
		"rents":  {"", "Los alquileres de T y U suman M."},
		"policy": {"El carné de lector cuesta N euros al año.", "El precio anual del carné de lector es de N euros."},
		"late":   {"Por cada día de retraso los lectores pagan N céntimos.", "Los lectores pagan N céntimos por cada día de retraso."},
		"ghost":  {"", "La biblioteca de T posee una imprenta del año N."},
		"guest":  {"", "Un poeta lee cada viernes por la noche en la biblioteca de T."},
		"clause": {"", "La biblioteca de T abrió el D en presencia del obispo."},
		"and":    {"", " y "},
	},
}

// denials are the second forms of facts with a denial put in or taken out.
var denials = map[string]map[string]string{
	"en": {"staff": "The library in T does not employ N people.", "opened": "The library in T did not open on D.", "films": "The library in T lends films.", "loan": "Readers in T do not have to return books within N days.", "budget": "The council never approved an annual budget of M for the library in T."},
	"de": {"staff": "Die Bibliothek in T beschäftigt keine N Personen.", "opened": "Die Bibliothek in T wurde nicht am D eröffnet.", "films": "Die Bibliothek in T verleiht Filme.", "loan": "In T müssen Bücher nicht innerhalb von N Tagen zurückgegeben werden.", "budget": "Der Rat genehmigte für die Bibliothek in T niemals ein Jahresbudget von M."},
	"fr": {"staff": "La bibliothèque de T n'emploie pas N personnes.", "opened": "La bibliothèque de T n'a pas ouvert le D.", "films": "La bibliothèque de T prête des films.", "loan": "À T, les lecteurs ne doivent pas rendre les livres dans les N jours.", "budget": "Le conseil n'a jamais approuvé un budget annuel de M pour la bibliothèque de T."},
	"es": {"staff": "La biblioteca de T no emplea a N personas.", "opened": "La biblioteca de T no abrió el D.", "films": "La biblioteca de T presta películas.", "loan": "En T los lectores no deben devolver los libros en N días.", "budget": "El consejo nunca aprobó un presupuesto anual de M para la biblioteca de T."},
}

// others are facts with one word of quantity or comparison turned around.
var others = map[string]map[string]string{
	"en": {"compare": "The library in T has fewer desks than the library in U.", "closed": "Some branches in T are closed on Mondays.", "none": "No branches in T are closed on Mondays.", "few": "All readers in T asked for longer opening hours.", "unit": "Readers in T must return books within N weeks.", "unit2": "Visits to the library in T V by N percentage points in 2025.", "may": "Readers in T may return books within N days."},
	"de": {"compare": "Die Bibliothek in T hat weniger Arbeitsplätze als die Bibliothek in U.", "closed": "Einige Zweigstellen in T sind montags geschlossen.", "none": "Keine Zweigstelle in T ist montags geschlossen.", "few": "Alle Leser in T baten um längere Öffnungszeiten.", "unit": "In T müssen Bücher innerhalb von N Wochen zurückgegeben werden.", "unit2": "Die Besuche in der Bibliothek in T V 2025 um N Prozentpunkte.", "may": "In T dürfen Bücher innerhalb von N Tagen zurückgegeben werden."},
	"fr": {"compare": "La bibliothèque de T a moins de places que la bibliothèque de U.", "closed": "Certaines annexes de T sont fermées le lundi.", "none": "Aucune annexe de T n'est fermée le lundi.", "few": "Tous les lecteurs de T ont demandé des horaires plus longs.", "unit": "À T, les lecteurs doivent rendre les livres dans les N semaines.", "unit2": "Les visites à la bibliothèque de T V de N points de pourcentage en 2025.", "may": "À T, les lecteurs peuvent rendre les livres dans les N jours."},
	"es": {"compare": "La biblioteca de T tiene menos puestos que la biblioteca de U.", "closed": "Algunas filiales de T cierran los lunes.", "none": "Ninguna filial de T cierra los lunes.", "few": "Todos los lectores de T pidieron horarios más largos.", "unit": "En T los lectores deben devolver los libros en N semanas.", "unit2": "Las visitas a la biblioteca de T V un N puntos porcentuales en 2025.", "may": "En T los lectores pueden devolver los libros en N días."},
}

// columns are the heads of the table of holdings.
var columns = map[string][4]string{
	"en": {"Library", "Books", "Desks", "Monthly rent (EUR)"}, "de": {"Bibliothek", "Bücher", "Arbeitsplätze", "Miete im Monat (EUR)"},
	"fr": {"Bibliothèque", "Livres", "Places", "Loyer mensuel (EUR)"}, "es": {"Biblioteca", "Libros", "Puestos", "Alquiler mensual (EUR)"},
}

// versions head the two policies of a language, the second with the words that say
// so.
var versions = map[string][2]string{
	"en": {"# Fees for readers\n\nIn force from January 2023.", "# Fees for readers, new version\n\nIn force from January 2025. This paper replaces [the fees of 2023](fees-2023.md)."},
	"de": {"# Gebühren für Leser\n\nGültig ab Januar 2023.", "# Gebühren für Leser, neue Fassung\n\nGültig ab Januar 2025. Dieses Papier ersetzt [die Gebühren von 2023](fees-2023.md)."},
	"fr": {"# Tarifs pour les lecteurs\n\nEn vigueur depuis janvier 2023.", "# Tarifs pour les lecteurs, nouvelle version\n\nEn vigueur depuis janvier 2025. Ce document remplace [les tarifs de 2023](fees-2023.md)."},
	"es": {"# Tarifas para lectores\n\nEn vigor desde enero de 2023.", "# Tarifas para lectores, nueva versión\n\nEn vigor desde enero de 2025. Este documento sustituye a [las tarifas de 2023](fees-2023.md)."},
}
