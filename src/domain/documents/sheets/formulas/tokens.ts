/**
 * A cell that a formula names: by ids where it is stored, by A1 where people write it. `$` fixes a part when the formula is copied. An end of whole
 * columns, such as A:C, has no row (''), an end of whole rows, such as 1:3, no column.
 */
export interface CellName {
  row: string
  column: string
  isRowFixed: boolean
  isColumnFixed: boolean
}

export type Token =
  | { kind: 'number'; text: string; value: number }
  | { kind: 'text'; text: string; value: string }
  | { kind: 'name'; text: string }
  | { kind: 'cell'; text: string; cell: CellName }
  | { kind: 'error'; text: string }
  | { kind: 'sign'; text: string }
  | { kind: 'space'; text: string }

const STORED = /\{(?!\$?:\$?\})(\$?)([a-z0-9]{0,16}):(\$?)([a-z0-9]{0,16})\}/y
/** Neither the beginning of a longer name nor of a function. */
const WRITTEN = /(\$?)([A-Za-z]{1,3})(\$?)([1-9]\d{0,6})(?![\w.(])/y
const WRITTEN_COLUMNS = /(\$?)([A-Za-z]{1,3}):(\$?)([A-Za-z]{1,3})(?![\w.(])/y
const WRITTEN_ROWS = /(\$?)([1-9]\d{0,6}):(\$?)([1-9]\d{0,6})(?![\w.(])/y
const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/y
const TEXT = /"((?:[^"]|"")*)"/y
const NAME = /[\p{L}_][\p{L}\p{N}_.]*/uy
const ERROR = /#(?:DIV\/0!|VALUE!|REF!|NAME\?|N\/A|NUM!|CYCLE!|LIMIT!|ERROR!)/y
const SIGN = /<>|<=|>=|[-+*/^&=<>%(),:]/y
const SPACE = /\s+/y

/** Signs that Chinese keyboards write, beside the wide letters from ！ to ～. */
const chineseSigns: Record<string, string> = {
  '；': ',',
  ';': ',',
  '×': '*',
  '÷': '/',
  '≤': '<=',
  '≥': '>=',
  '≠': '<>',
  '“': '"',
  '”': '"',
  '　': ' ',
}
/** Between a wide letter and the usual one in Unicode. */
const WIDE = 0xfee0

/**
 * The parts of a formula, from after its `=`. Other letters become signs that no formula has.
 * @param isStored whether its cells are named by ids
 */
export function tokensOf(formula: string, isStored: boolean): Token[] {
  const source = isStored ? formula : narrow(formula)
  const tokens: Token[] = []
  let at = 1
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const found = pattern.exec(source)
    if (found) at += found[0].length
    return found
  }
  while (at < source.length) {
    let found: RegExpExecArray | null
    if ((found = take(SPACE))) tokens.push({ kind: 'space', text: found[0] })
    else if ((found = take(TEXT))) tokens.push({ kind: 'text', text: found[0], value: found[1]!.replace(/""/g, '"') })
    else if (isStored && (found = take(STORED)))
      tokens.push(cellToken(found[0], found[2]!, found[4]!, found[1], found[3]))
    else if (!isStored && (found = take(WRITTEN)))
      tokens.push(cellToken(found[0], found[4]!, found[2]!.toUpperCase(), found[3], found[1]))
    else if (!isStored && (found = take(WRITTEN_COLUMNS)))
      tokens.push(...lineTokens(found, (text, name, fix) => cellToken(text, '', name.toUpperCase(), '', fix)))
    else if (!isStored && (found = take(WRITTEN_ROWS)))
      tokens.push(...lineTokens(found, (text, name, fix) => cellToken(text, name, '', fix, '')))
    else if ((found = take(NUMBER))) tokens.push({ kind: 'number', text: found[0], value: Number(found[0]) })
    else if ((found = take(NAME))) tokens.push({ kind: 'name', text: found[0] })
    else if ((found = take(ERROR))) tokens.push({ kind: 'error', text: found[0] })
    else if ((found = take(SIGN))) tokens.push({ kind: 'sign', text: found[0] })
    else tokens.push({ kind: 'sign', text: source[at++]! })
  }
  return tokens
}

function cellToken(text: string, row: string, column: string, fixRow?: string, fixColumn?: string): Token {
  return { kind: 'cell', text, cell: { row, column, isRowFixed: fixRow === '$', isColumnFixed: fixColumn === '$' } }
}

/** Whole columns or rows from one to another, such as $A:C. @param end makes one end of its name, with its `$` */
function lineTokens(
  [, fixFrom = '', from = '', fixTo = '', to = '']: RegExpExecArray,
  end: (text: string, name: string, fix: string) => Token,
): Token[] {
  return [end(fixFrom + from, from, fixFrom), { kind: 'sign', text: ':' }, end(fixTo + to, to, fixTo)]
}

/** Replaces signs of Chinese keyboards, except within texts. A text that begins with “ or ” ends with either of them. */
function narrow(formula: string): string {
  let result = ''
  let ends: string | null = null
  for (const letter of formula) {
    if (ends === null) {
      const sign = narrowSign(letter)
      if (sign === '"') ends = letter === '“' || letter === '”' ? '“”' : letter
      result += sign
    } else if (ends.includes(letter)) {
      ends = null
      result += '"'
    } else result += letter === '"' && ends === '“”' ? '""' : letter
  }
  return result
}

function narrowSign(letter: string): string {
  const known = chineseSigns[letter]
  if (known !== undefined) return known
  return letter >= '！' && letter <= '～' ? String.fromCharCode(letter.charCodeAt(0) - WIDE) : letter
}
