const GRAPHEME = /\r\n|(?:\p{Regional_Indicator}{2}|.)(?:\p{M}|\p{Emoji_Modifier}|[\u{E0020}-\u{E007F}]|\u200D.)*/gsu

/** The characters of a text as a reader counts them: marks, emoji sequences and flags stay whole (phones lack Intl.Segmenter). */
export function graphemes(text: string): string[] {
  return text.match(GRAPHEME) ?? []
}
