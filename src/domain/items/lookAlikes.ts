/** Invisible characters: a name with one of them looks like the name without. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u070f\u2800\ufff9-\ufffc\u{1d159}]/gu

/** Cyrillic, Greek and phonetic letters, and below them the Latin letters that look the same in every font. */
const foreign = 'аеорсухіјѕԁһԛԝАВЕКМНОРСТХІЈЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧονёЁїЇӏӀɡɑօ'
const latin = 'aeopcyxijsdhqwABEKMHOPCTXIJSABEZHIKMNOPTYXovëËïÏlIgao'
const twins = new Map(Array.from(foreign, (letter, at) => [letter, latin[at]!]))

/** Removes the characters that nobody sees. */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, '')
}

/**
 * Replaces characters that look like others: Cyrillic and Greek letters by Latin ones, radicals by their Hanzi, special blanks, hyphens and points by
 * the usual ones. Several blanks look like one on a page. Removes invisible characters. For comparing, never for showing.
 */
export function withoutLookAlikes(text: string): string {
  return withoutUnseen(text)
    .replace(/[\u0251-\u0585]/g, (letter) => twins.get(letter) ?? letter)
    .replace(/[\u2e80-\u2fdf]/g, (radical) => radical.normalize('NFKC'))
    .replace(/[ \u00a0\u2000-\u200a\u202f\u205f]+/g, ' ')
    .replace(/[\u2010\u2011\u2212]/g, '-')
    .replace(/\u2024/g, '.')
}
