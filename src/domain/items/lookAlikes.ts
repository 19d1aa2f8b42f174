/** Invisible characters: a name with one of them looks like the name without. */
const UNSEEN =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0]|\udb40[\udc00-\uddef]/g

/** Cyrillic and Greek letters, and below them the Latin letters that look the same in every font. */
const foreign = 'аеорсухіјѕԁһԛԝАВЕКМНОРСТХІЈЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧο'
const latin = 'aeopcyxijsdhqwABEKMHOPCTXIJSABEZHIKMNOPTYXo'
const twins = new Map(Array.from(foreign, (letter, at) => [letter, latin[at]!]))

/** Removes the characters that nobody sees. */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, '')
}

/**
 * Replaces characters that look like others: Cyrillic and Greek letters by Latin ones, radicals by their Hanzi, special blanks, hyphens and points by
 * the usual ones. Removes invisible characters. For comparing, never for showing.
 */
export function withoutLookAlikes(text: string): string {
  return withoutUnseen(text)
    .replace(/[\u0370-\u052f]/g, (letter) => twins.get(letter) ?? letter)
    .replace(/[\u2e80-\u2fdf]/g, (radical) => radical.normalize('NFKC'))
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f]/g, ' ')
    .replace(/[\u2010\u2011\u2212]/g, '-')
    .replace(/\u2024/g, '.')
}
