const separators = [',', ';', '\t'] as const
/** Records and characters that decide the separator. */
const SAMPLE = { records: 40, characters: 64 * 1024 }
/** The first line by which some spreadsheets name the separator. */
const NAMED = /^sep=(.)\n/i

/**
 * The separator of a text's values, and the text without a line that names it. The separator is the one that gives the most records the same number
 * of values.
 * @param text with the line ends \n
 */
export function separatorOf(text: string, extension: string): { content: string; separator: string } {
  const [line = '', named] = NAMED.exec(text) ?? []
  if (named !== undefined) return { content: text.slice(line.length), separator: named }
  const cut = text.slice(0, SAMPLE.characters)
  // A record that the sample cuts would count as another number of values.
  const sample = cut.length < text.length ? cut.slice(0, Math.max(cut.lastIndexOf('\n'), 1)) : cut
  const likely = extension === 'tsv' ? (['\t', ',', ';'] as const) : separators
  const ranked = likely.map((separator) => ({ separator, rank: rankOf(sample, separator) }))
  const best = ranked.reduce((first, each) => (each.rank > first.rank ? each : first))
  return { content: text, separator: best.separator }
}

/** The share of records that have the usual number of values, of at least two; among equal shares the larger number wins. */
function rankOf(text: string, separator: string): number {
  const counts = new Map<number, number>()
  let records = 0
  for (const { length } of recordsOf(text, separator)) {
    records += 1
    if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1)
    if (records === SAMPLE.records) break
  }
  let rank = 0
  for (const [length, count] of counts) rank = Math.max(rank, count / records + Math.min(length, 999) / 100_000)
  return rank
}

/**
 * The records of a text. Values in quotes may contain separators, line ends and doubled quotes. A quote without an end is a letter like others, as
 * are all quotes after it.
 * @param text with the line ends \n
 */
export function* recordsOf(text: string, separator: string): Generator<string[]> {
  const { length } = text
  let hasQuotes = true
  let at = 0
  // The next separator and line end from `at` on; each is searched once, so that the work is linear.
  let next = -1
  let end = -1
  while (at < length) {
    const record: string[] = []
    for (;;) {
      const closing = hasQuotes && text[at] === '"' ? closingQuote(text, at + 1, separator) : -1
      if (hasQuotes && text[at] === '"' && closing < 0) hasQuotes = false
      if (closing >= 0) {
        record.push(text.slice(at + 1, closing).replaceAll('""', '"'))
        at = closing + 1
      } else {
        if (next < at) next = found(text.indexOf(separator, at), length)
        if (end < at) end = found(text.indexOf('\n', at), length)
        const stop = Math.min(next, end)
        record.push(text.slice(at, stop))
        at = stop
      }
      if (text[at] !== separator || at >= length) break
      at += 1
      if (at === length) record.push('')
      if (at === length) break
    }
    // The line end.
    at += 1
    yield record
  }
}

function found(at: number, length: number): number {
  return at < 0 ? length : at
}

/** The quote that ends a value: the next one that a separator, a line end or the end of the text follows. -1 if there is none. */
function closingQuote(text: string, from: number, separator: string): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at)) {
    const after = text[at + 1]
    if (after === undefined || after === separator || after === '\n') return at
    at += after === '"' ? 2 : 1
  }
  return -1
}
