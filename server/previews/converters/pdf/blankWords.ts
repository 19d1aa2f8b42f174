/** Replace empty pages. A rendition has readers of every language. */
export const BLANK_WORDS = [
  '没有可显示的内容。文件可能是空的，或含有只有原程序才能显示的部分。',
  '沒有可顯示的內容。檔案可能是空的，或含有只有原程式才能顯示的部分。',
  'There is nothing to show. The file may be empty, or contain parts that only its own program shows.',
]

/** Follow pages from which a part is missing. */
export const MISSING_WORDS = [
  '文件中有一部分无法在这里显示，请用原程序查看。',
  '檔案中有一部分無法在這裡顯示，請用原程式查看。',
  'A part of the file cannot be shown here. Its own program shows it.',
]

/** The text of a PDF without these words, which the search must not find. */
export function withoutOurWords(text: string): string {
  const seen = withoutSpace(text)
  if (seen === withoutSpace(BLANK_WORDS.join(''))) return ''
  const words = withoutSpace(MISSING_WORDS.join(''))
  if (!seen.endsWith(words)) return text
  let [end, left] = [text.length, words.length]
  while (left > 0) {
    end -= 1
    if (withoutSpace(text[end]!) !== '') left -= 1
  }
  return text.slice(0, end)
}

/** PDFium ends a line with control characters, or with U+FFFE after a hyphen. */
function withoutSpace(text: string): string {
  return text.replace(/[\s\p{Cc}\ufffe]+/gu, '')
}
