const ROMAN: readonly [number, string][] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]
const CHINESE = [...'〇一二三四五六七八九']
/** Numbers beyond this are written in digits. */
const MOST = 3999

/** A number of a list in the format of Word. */
export function numberOf(count: number, format: string): string {
  if (!Number.isSafeInteger(count) || count < 1 || count > MOST) return String(count)
  switch (format) {
    case 'lowerRoman':
      return roman(count)
    case 'upperRoman':
      return roman(count).toUpperCase()
    case 'lowerLetter':
      return letters(count)
    case 'upperLetter':
      return letters(count).toUpperCase()
    case 'decimalZero':
      return String(count).padStart(2, '0')
    case 'decimalEnclosedCircle':
    case 'decimalEnclosedCircleChinese':
      return count <= 20 ? String.fromCodePoint(0x245f + count) : String(count)
    case 'chineseCounting':
    case 'chineseCountingThousand':
    case 'taiwaneseCounting':
    case 'taiwaneseCountingThousand':
    case 'japaneseCounting':
    case 'ideographDigital':
      return chinese(count)
    default:
      return String(count)
  }
}

function roman(count: number): string {
  let left = count
  let text = ''
  for (const [value, sign] of ROMAN) for (; left >= value; left -= value) text += sign
  return text
}

/** a to z, then aa, bb and so on, as Word counts. */
function letters(count: number): string {
  return String.fromCodePoint(97 + ((count - 1) % 26)).repeat(Math.min(20, Math.ceil(count / 26)))
}

function chinese(count: number): string {
  let text = ''
  const digits = String(count)
  for (const [at, digit] of [...digits].entries()) {
    const unit = ['', '十', '百', '千'][digits.length - 1 - at]!
    if (digit !== '0') text += CHINESE[Number(digit)]! + unit
    else if (!text.endsWith('〇')) text += '〇'
  }
  return text.replace(/〇+$/, '').replace(/^一十/, '十')
}
