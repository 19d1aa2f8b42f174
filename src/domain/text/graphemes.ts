const GRAPHEME = /\r\n|(?:\p{Regional_Indicator}{2}|.)(?:\p{M}|\p{Emoji_Modifier}|[\u{E0020}-\u{E007F}]|\u200D.)*/gsu

/** The characters of a text as a reader counts them: marks, emoji sequences and flags stay whole (Intl.Segmenter is missing on phones). */
export function graphemes(text: string): string[] {
  return text.match(GRAPHEME) ?? []
}
