/** Signs with which programs move the writing position of a terminal, or change its colours. */
const MOVES = /[\x1b\x9b\b]/
/** A sequence of a terminal, a single sign, or plain text. Titles and addresses of links end with BEL or with `ESC \`. */
const PARTS =
  /(?:\x1b\[|\x9b)([0-?]*)[ -/]*([@-~])|\x1b[\]PX^_k][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[ -/]*[0-~]?|\x9b|[\r\b]|[^\x1b\x9b\r\b]+/g
/** A letter set again above itself is bold, and a letter set above a line is underlined, as in manual pages. */
const BOLD = /(\P{Cc})(?:\x08\1)+/gu
const UNDERLINED = /_\x08(?=\P{Cc})|(?<=\P{Cc})\x08_/gu
/** A share, a bar, a size, a speed, or a sign that turns. */
const PROGRESS = /\d\s*%|[█▏▎▍▌▋▊▉#=]{2}|\d\s*[kmg]i?b\b|\dit\/s|^\s*[\u2800-\u28ff|/\\-](?:\s|$)/i
/** Letters as wide as two others. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u
const MARK = /^[\p{M}\u200c\u200d]$/u
/** The farthest column that a move reaches, and the blanks that all moves may leave, so that a hostile text costs little. */
const LIMIT = { column: 500, blanks: 200_000 }

/** The text that a terminal would show: without colours, with what programs wrote over it. */
export function withoutTerminal(text: string): string {
  const hasMoves = MOVES.test(text)
  // A text that has only returns is an old file of a Mac, in which they end lines.
  if (!hasMoves && !(text.includes('\n') && text.includes('\r'))) return text
  const screen = new Screen()
  for (const [at, ended] of text.split('\n').entries()) {
    if (at > 0) screen.endLine()
    const line = withoutLastReturns(ended)
    if (hasMoves && MOVES.test(line)) screen.write(line.replace(BOLD, '$1').replace(UNDERLINED, ''))
    else screen.addLines(line.includes('\r') ? lastStates(line) : [line])
  }
  return screen.text()
}

/** A regular expression would need quadratic time. */
function withoutLastReturns(line: string): string {
  let end = line.length
  while (line[end - 1] === '\r') end -= 1
  return line.slice(0, end)
}

/**
 * The parts of a line between single returns. Programs write the next state of their progress over the last one, so only the last state is kept. Any
 * other return ends a line, as in old files of a Mac.
 */
function lastStates(line: string): string[] {
  const states: string[] = []
  for (const part of line.split('\r')) {
    const last = states.at(-1)
    if (last !== undefined && replaces(part, last)) states[states.length - 1] = part
    else states.push(part)
  }
  return states
}

function replaces(next: string, last: string): boolean {
  if (!PROGRESS.test(next) || !PROGRESS.test(last)) return false
  const [one, other] = [lettersOf(next), lettersOf(last)]
  return one.startsWith(other) || other.startsWith(one)
}

function lettersOf(state: string): string {
  return state.replace(/[^\p{L}]+/gu, '')
}

/** Lines, which become cells when a program writes into them. A wide letter has an empty cell behind it. */
class Screen {
  private readonly rows: (string | string[])[] = ['']
  private row = 0
  private column = 0
  private blanks = LIMIT.blanks

  /** Adds lines without sequences. */
  addLines(lines: readonly string[]): void {
    for (const [at, line] of lines.entries()) {
      if (at > 0) this.endLine()
      if (this.rows[this.row] === '') this.rows[this.row] = line
      else this.put(line)
    }
  }

  endLine(): void {
    this.moveTo(this.row + 1, 0)
  }

  /** Writes a line with sequences. */
  write(line: string): void {
    for (const [part, values, final] of line.matchAll(PARTS)) {
      if (final !== undefined) this.obey(final, Number.parseInt(values ?? '', 10) || 0)
      else if (part === '\r') this.column = 0
      else if (part === '\b') this.column = Math.max(0, this.column - 1)
      else if (part === '\x1bc') this.begin()
      else if (!MOVES.test(part)) this.put(part)
    }
  }

  text(): string {
    return this.rows.map((row) => (typeof row === 'string' ? row : row.join('').trimEnd())).join('\n')
  }

  /** Colours and modes have no effect. */
  private obey(final: string, value: number): void {
    const count = Math.max(value, 1)
    if (final === 'A') this.row = Math.max(0, this.row - count)
    else if (final === 'F') this.moveTo(Math.max(0, this.row - count), 0)
    else if (final === 'B') this.row = Math.min(this.rows.length - 1, this.row + count)
    else if (final === 'E') this.moveTo(Math.min(this.rows.length - 1, this.row + count), 0)
    else if (final === 'C') this.column = Math.max(this.column, Math.min(this.column + count, LIMIT.column))
    else if (final === 'D') this.column = Math.max(0, this.column - count)
    else if (final === 'G') this.column = Math.min(count - 1, LIMIT.column)
    else if (final === 'K') this.clearLine(value)
    else if (final === 'J' && value === 0) this.clearBelow()
    // A log has no screen, so nothing of it is cleared, and a place on the screen is below everything.
    else if (final === 'J' || final === 'H' || final === 'f') this.begin()
  }

  private begin(): void {
    const last = this.rows.at(-1)!
    const isBlank = (typeof last === 'string' ? last : last.join('')).trim() === ''
    // Many blanks are looked at only once.
    if (isBlank) this.rows[this.rows.length - 1] = ''
    this.moveTo(isBlank ? this.rows.length - 1 : this.rows.length, 0)
  }

  private moveTo(row: number, column: number): void {
    if (row === this.rows.length) this.rows.push('')
    this.row = row
    this.column = column
  }

  private clearLine(kind: number): void {
    const cells = this.cells()
    if (kind === 0) cells.splice(this.column)
    else if (kind === 2) cells.length = 0
    else if (this.column <= LIMIT.column) cells.fill(' ', 0, this.column + 1)
  }

  private clearBelow(): void {
    this.clearLine(0)
    this.rows.length = this.row + 1
  }

  private put(text: string): void {
    const cells = this.cells()
    while (cells.length < this.column && this.blanks > 0) {
      cells.push(' ')
      this.blanks -= 1
    }
    this.column = Math.min(this.column, cells.length)
    for (const letter of text) {
      if (this.column > 0 && MARK.test(letter)) {
        cells[this.column - 1] += letter
        continue
      }
      cells[this.column] = letter
      this.column += 1
      if (WIDE.test(letter)) {
        cells[this.column] = ''
        this.column += 1
      }
    }
  }

  private cells(): string[] {
    const row = this.rows[this.row]!
    if (typeof row !== 'string') return row
    const cells: string[] = []
    const { column } = this
    this.rows[this.row] = cells
    this.column = 0
    this.put(row)
    this.column = column
    return cells
  }
}
