import { NAME_MAX_LENGTH } from '@/domain/limits'
import { codePointLength, firstCodePoints } from '@/domain/text/codePoints'
import { splitExtension } from './extension'
import { withoutLookAlikes, withoutUnseen } from './lookAlikes'

export type NameFault = 'name_empty' | 'name_too_long' | 'name_character' | 'name_invisible' | 'name_end'
export type NameCheck = { ok: true; name: string } | { ok: false; code: NameFault; character?: string }

const FORBIDDEN = new Set(['/', '\\', '?', ':', '*', '"', '>', '<', '|'])

/**
 * Checks a typed or sent name (1§5, decisions 4.24 and 50).
 * Returns the name without outer blanks, or the fault. `character` is the refused character, or its code such as `U+0007` if it is invisible; for a
 * name of which nothing can be seen, the code of its first character.
 */
export function checkName(raw: string): NameCheck {
  const name = raw.trim()
  return checkParts(name, name)
}

/** Checks the name of a new file. The extension does not count towards the length (decisions 61). */
export function checkFileName(raw: string): NameCheck {
  const name = raw.trim()
  return checkParts(name && splitExtension(name).stem, name)
}

/**
 * Checks the name of a rename: the typed stem and the kept extension, which does not count towards the length (1§5, decisions 4.24).
 * A folder has no extension.
 */
export function checkRename(raw: string, old: { name: string; type: 'file' | 'folder' }): NameCheck {
  if (old.type === 'folder') return checkName(raw)
  const { extension } = splitExtension(old.name)
  const stem = withoutExtension(raw.trim(), extension).trim()
  return checkParts(stem, stem && joinExtension(stem, extension))
}

/** Joins a typed stem with the extension of the old name, in its old spelling. A typed extension is not doubled (1§5). */
export function keepExtension(newStem: string, oldName: string): string {
  const { extension } = splitExtension(oldName)
  return joinExtension(withoutExtension(newStem, extension), extension)
}

/** `name` with ` (n)` before its extension. The stem is shortened to keep the name within 222 (decisions 50). */
export function numbered(name: string, n: number, type: 'file' | 'folder' = 'file'): string {
  const { stem, extension } = type === 'file' ? splitExtension(name) : { stem: name, extension: '' }
  const ending = joinExtension(` (${n})`, extension)
  return firstCodePoints(stem, NAME_MAX_LENGTH - codePointLength(ending)).trimEnd() + ending
}

/** The key for comparing names: their NFC form, without characters that look like others; case matters (decisions 50, 102). */
export function nameKey(name: string): string {
  return withoutLookAlikes(name.normalize('NFC')).normalize('NFC')
}

export function sameName(a: string, b: string): boolean {
  return nameKey(a) === nameKey(b)
}

function checkParts(counted: string, name: string): NameCheck {
  if (counted === '') return { ok: false, code: 'name_empty' }
  const bad = Array.from(name).find(isForbidden)
  if (bad !== undefined)
    return { ok: false, code: isShowable(bad) ? 'name_character' : 'name_invisible', character: describeCharacter(bad) }
  if (withoutUnseen(name).trim() === '') return { ok: false, code: 'name_invisible', character: codeOf(name) }
  if (name.endsWith('.')) return { ok: false, code: 'name_end', character: '.' }
  if (codePointLength(counted) > NAME_MAX_LENGTH) return { ok: false, code: 'name_too_long' }
  return { ok: true, name }
}

function isForbidden(character: string): boolean {
  return FORBIDDEN.has(character) || !isShowable(character)
}

function isShowable(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  const isControl = code < 0x20 || (code >= 0x7f && code < 0xa0)
  const isLineEnd = code === 0x2028 || code === 0x2029
  const isLoneSurrogate = code >= 0xd800 && code <= 0xdfff
  return !isControl && !isLineEnd && !isLoneSurrogate && !isDirection(code)
}

/** Characters that reverse the text around them: `fdp.exe` after one reads as `exe.pdf`. */
function isDirection(code: number): boolean {
  const isMark = code === 0x061c || code === 0x200e || code === 0x200f
  const isEmbedding = code >= 0x202a && code <= 0x202e
  const isIsolate = code >= 0x2066 && code <= 0x2069
  return isMark || isEmbedding || isIsolate
}

/** Replaces characters that reverse text by U+FFFD, for display. Archives and names from before this check can contain them. */
export function withoutDirections(name: string): string {
  return name.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
}

function describeCharacter(character: string): string {
  return isShowable(character) ? character : codeOf(character)
}

/** The code of the first character of a text, such as `U+0007`. */
export function codeOf(text: string): string {
  return `U+${(text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

function joinExtension(stem: string, extension: string): string {
  return extension === '' ? stem : `${stem}.${extension}`
}

function withoutExtension(typed: string, extension: string): string {
  const ending = `.${extension}`
  const isTyped = extension !== '' && typed.toLowerCase().endsWith(ending.toLowerCase())
  return isTyped ? typed.slice(0, -ending.length) : typed
}
