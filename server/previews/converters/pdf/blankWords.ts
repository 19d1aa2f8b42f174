/** Replace empty pages. A rendition has readers of every language. */
export const BLANK_WORDS = [
  '没有可显示的内容。文件可能是空的，或含有只有原程序才能显示的部分。',
  '沒有可顯示的內容。檔案可能是空的，或含有只有原程式才能顯示的部分。',
  'There is nothing to show. The file may be empty, or contain parts that only its own program shows.',
]

/** Whether the text of a PDF is only these words, which the search must not find. */
export function isBlankWords(text: string): boolean {
  return withoutSpace(text) === withoutSpace(BLANK_WORDS.join(''))
}

/** PDFium ends a line with control characters, or with U+FFFE after a hyphen. */
function withoutSpace(text: string): string {
  return text.replace(/[\s\p{Cc}\ufffe]+/gu, '')
}
