import { allowedName } from '@/domain/items/allowedName'
import { splitExtension } from '@/domain/items/extension'
import { withoutDirections } from '@/domain/items/naming'
import { graphemes } from '@/domain/text/graphemes'

/** UTF-8 bytes of a name that every file system accepts */
const MAX_BYTES = 255

/** Names of devices in Windows, which opens a device for them with any extension: `CON`, `aux.c`, `com1.tar.gz`. */
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\.|$)/i

/**
 * Gives the items of one folder of an archive names with which every system unpacks the archive (decisions 115). macOS and Windows treat `1.jpg` and
 * `1.JPG` as one file, so the second name gets " (1)".
 */
export class ArchiveNames {
  private readonly used = new Set<string>()
  /** The next number by the name without its number, so that thousands of equal names need no search for each. */
  private readonly nextNumbers = new Map<string, number>()

  /** The name of the next item. */
  take(name: string, type: 'file' | 'folder'): string {
    const allowed = allowedName(withoutDirections(name))
    const safe = RESERVED.test(allowed) ? `_${allowed}` : allowed
    const plain = fitting(safe, 0, type)
    if (this.use(plain)) return plain
    const key = foldedKey(fitting(safe, LONGEST_NUMBER, type))
    for (let n = this.nextNumbers.get(key) ?? 1; ; n += 1) {
      const tried = fitting(safe, n, type)
      if (!this.use(tried)) continue
      this.nextNumbers.set(key, n + 1)
      return tried
    }
  }

  /** @returns false if the folder has such a name */
  private use(name: string): boolean {
    const key = foldedKey(name)
    if (this.used.has(key)) return false
    this.used.add(key)
    return true
  }
}

/** Takes the most room: names that are equal with any number are equal with this one. An archive has at most 20,000 items. */
const LONGEST_NUMBER = 99_999

/** `name` with ` (n)` unless n is 0. The stem is shortened until the name fits. */
function fitting(name: string, n: number, type: 'file' | 'folder'): string {
  const { stem, extension } = type === 'file' ? splitExtension(name) : { stem: name, extension: '' }
  const ending = (n === 0 ? '' : ` (${n})`) + (extension && `.${extension}`)
  if (Buffer.byteLength(stem + ending) <= MAX_BYTES) return stem + ending
  let room = MAX_BYTES - Buffer.byteLength(ending)
  let start = ''
  for (const character of graphemes(stem)) {
    room -= Buffer.byteLength(character)
    if (room < 0) break
    start += character
  }
  return (start.replace(/[.\s]+$/, '') || '_') + ending
}

/** Equal for names that Windows or macOS treats as one: they ignore case and the form of accented letters. */
function foldedKey(name: string): string {
  return name.normalize('NFD').toLowerCase().toUpperCase().toLowerCase().normalize('NFC')
}
