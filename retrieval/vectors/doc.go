// Package vectors finds passages that are near a question in meaning, by the mean of
// static word vectors: a table looked up word by word, no network and no computing
// beyond sums.
//
// It reads one kind of model, a folder in the Model2Vec format, and turns it at sync
// into a table of integers that lies in the snapshot, beside the vectors of the
// passages. A question is then answered from the snapshot alone: the words of the
// question are looked up in the table, and all vectors of passages are compared with
// their mean. From the numbers of the model on everything is integer arithmetic, so
// that all machines write the same bytes and give the same order.
//
// The package knows texts and the ids of passages. It refuses to know sources, rows,
// filters and the ranking by words: retrieval joins both.
//
// Order of use: Open checks a model, Model.WriteWords and Update write the two files
// of a snapshot, OpenWords and Nearest read them.
package vectors
