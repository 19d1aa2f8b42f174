import { pinyin } from 'pinyin-pro'
import { soundKeyOf } from '@/domain/search/soundKey'
import { searchKey } from '@/domain/search/words'
import { simplifiedForm } from '../../queries/search/hanForms'

/** Chinese characters. Triggers of migration 101 look for the same ones. */
const HAN = /^[〇\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{323af}]$/u
const LETTERS = /^[a-z0-9]+$/

/** units of a text that have a sound; those behind are found by their characters only */
const MOST_UNITS = { name: 80, person: 24, part: 80 } as const
/** characters with several readings that get lines of their own, and other readings of each */
const MOST_POLYPHONES = 4
const MOST_OTHERS = 2
/** units before and behind such a character in its line */
const BEFORE = 4
const BEHIND = 7

/** The name of an item or of a person. */
export type SoundedText = 'name' | 'person'
/** `part`: only marks are wanted, for which the readings of each character by itself suffice. */
type Purpose = SoundedText | 'part'

/** A character, or a run of letters and digits. */
interface Unit {
  /** indexes of characters, `to` not included */
  from: number
  to: number
  isHan: boolean
  /** In Latin letters, the likeliest first. */
  readings: readonly string[]
}

/**
 * How a name sounds, in lines of syllables: the whole name, its initials, and the surroundings of characters with several readings in their other
 * readings. Letters and digits belong to the syllable before them: a sound begins with a Chinese character, because words that begin with letters of
 * the name are found by the name itself. '' without Chinese characters.
 * @param kind the first character of a person's name is read as a surname
 */
export function soundsOf(text: string, kind: SoundedText): string {
  const units = unitsOf(text, kind)
  if (!units.some(({ isHan }) => isHan)) return ''
  const lines = [lineOf(units, firstReading), lineOf(units, initialOf)]
  for (const at of polyphones(units)) {
    for (const reading of units[at]!.readings.slice(1, 1 + MOST_OTHERS)) {
      const around = units
        .slice(Math.max(0, at - BEFORE), at + BEHIND)
        .map((unit) => (unit === units[at] ? { ...unit, readings: [reading] } : unit))
      lines.push(lineOf(around, firstReading), lineOf(around, initialOf))
    }
  }
  return [...new Set(lines)].join('\n')
}

function lineOf(units: readonly Unit[], read: (unit: Unit) => string): string {
  const first = units.findIndex(({ isHan }) => isHan)
  return units
    .slice(first)
    .map((unit, at) => (unit.isHan && at > 0 ? ` ${read(unit)}` : read(unit)))
    .join('')
}

/** The parts of a name that sound like the words, as they stand in the name. @param keys as wordKeys */
export function soundForms(text: string, keys: readonly string[]): string[] {
  const sounds = keys.map(soundKeyOf).filter((letters) => letters !== null)
  if (sounds.length === 0) return []
  const characters = Array.from(text)
  const units = unitsOf(text, 'part')
  if (!units.some(({ isHan }) => isHan)) return []
  return sounds.flatMap((letters) =>
    units.flatMap((unit, at) => {
      const end = unit.isHan ? endOfSound(units, at, letters, new Set()) : null
      return end === null ? [] : [characters.slice(unit.from, end).join('')]
    }),
  )
}

/** Where a sound that begins with a unit ends; null if the name sounds otherwise. @param failed remembers dead ends, which would be tried often */
function endOfSound(units: readonly Unit[], at: number, letters: string, failed: Set<string>): number | null {
  const unit = units[at]
  const state = `${at} ${letters.length}`
  if (!unit || failed.has(state)) return null
  const initials = unit.isHan ? unit.readings.map((reading) => reading.charAt(0)) : []
  for (const reading of [...unit.readings, ...initials]) {
    if (reading.startsWith(letters)) return unit.to
    const end = letters.startsWith(reading) ? endOfSound(units, at + 1, letters.slice(reading.length), failed) : null
    if (end !== null) return end
  }
  failed.add(state)
  return null
}

function unitsOf(text: string, kind: Purpose): Unit[] {
  const characters = Array.from(text)
  const plain = characters.map(searchKey)
  const units: Unit[] = []
  let at = 0
  while (at < characters.length && units.length < MOST_UNITS[kind]) {
    const fits = [HAN, LETTERS].find((form) => form.test(plain[at]!))
    const from = at
    at += 1
    if (!fits) continue
    while (at < characters.length && fits.test(plain[at]!)) at += 1
    const run = plain.slice(from, at)
    if (fits === HAN) units.push(...hanUnits(run, from, kind, units.length === 0))
    else units.push({ from, to: at, isHan: false, readings: [run.join('')] })
  }
  return units.slice(0, MOST_UNITS[kind])
}

function hanUnits(run: readonly string[], from: number, kind: Purpose, isFirst: boolean): Unit[] {
  const spelled = kind === 'part' ? [] : spell(run.map(simplifiedForm), kind === 'person' && isFirst)
  return run.flatMap((character, index) => {
    const readings = withoutUmlaut([spelled[index] ?? '', ...readingsOf(character)])
    return readings.length === 0 ? [] : [{ from: from + index, to: from + index + 1, isHan: true, readings }]
  })
}

/** The readings of characters in their context, such as `chong qing`. Empty where the library does not answer one by one. */
function spell(run: readonly string[], isSurname: boolean): string[] {
  const spelled = pinyin(run.join(''), { ...PLAIN, surname: isSurname ? 'head' : 'off' })
  return spelled.length === run.length ? spelled : []
}

const PLAIN = { toneType: 'none', type: 'array', v: true } as const
const known = new Map<string, string[]>()

/** All readings of a character by itself. */
function readingsOf(character: string): string[] {
  const before = known.get(character)
  if (before) return before
  const readings = pinyin(character, { ...PLAIN, multiple: true })
  known.set(character, readings)
  return readings
}

/** Without doubles and without what is no reading. ü is typed as v or as u. */
function withoutUmlaut(readings: readonly string[]): string[] {
  const plain = readings.filter((reading) => LETTERS.test(reading))
  return [...new Set(plain.flatMap((each) => (each.includes('v') ? [each, each.replace('v', 'u')] : [each])))]
}

const firstReading = ({ readings }: Unit) => readings[0]!
const initialOf = ({ isHan, readings }: Unit) => (isHan ? readings[0]!.charAt(0) : readings[0]!)

/** The places of the first characters with several readings. */
function polyphones(units: readonly Unit[]): number[] {
  return units.flatMap(({ readings }, at) => (readings.length > 1 ? [at] : [])).slice(0, MOST_POLYPHONES)
}
