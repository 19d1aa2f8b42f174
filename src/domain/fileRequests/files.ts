import type { ExtensionCategory } from '@/contract/entities'
import { NAME_MAX_LENGTH } from '@/domain/limits'
import { extensionOf, splitExtension } from '@/domain/items/extension'
import { categoryOf } from '@/domain/items/kinds'
import { withoutUnseen } from '@/domain/items/lookAlikes'
import { codePointLength, firstCodePoints } from '@/domain/text/codePoints'

/** Limits of collecting links (AH-25), own values (decisions 68). Lengths count code points. */

export const FILE_REQUEST_TITLE_MAX_LENGTH = 60
export const FILE_REQUEST_TEXT_MAX_LENGTH = 500
export const FILE_REQUEST_NAME_MAX_LENGTH = 40
/** People per link, on its list or not. */
export const FILE_REQUEST_PEOPLE_MAX = 1000
/** Handed-in files per person at a time. */
export const FILES_PER_PERSON = 20
/** Files per link. */
export const FILE_REQUEST_FILES_MAX = 5000
/** bytes per file; a file of exactly this size is accepted (500 MB) */
export const FILE_REQUEST_SIZE_LIMIT = 524_288_000

/** The kinds of files that a collecting link can accept. */
export const fileRequestKinds = ['pdf', 'document', 'image', 'video', 'audio', 'zip'] as const
export type FileRequestKind = (typeof fileRequestKinds)[number]

const categories: Record<FileRequestKind, readonly ExtensionCategory[]> = {
  pdf: ['pdf'],
  document: ['document', 'text', 'markdown'],
  image: ['image'],
  video: ['video'],
  audio: ['audio'],
  zip: ['zip'],
}

/** Whether a link accepts a file of this name. @param kinds empty: any */
export function isKindTaken(name: string, kinds: readonly FileRequestKind[]): boolean {
  const category = categoryOf(extensionOf(name))
  return kinds.length === 0 || kinds.some((kind) => categories[kind].includes(category))
}

/** The name of a handed-in file in the folder (`周舟 - 作业.pdf`). The stem is shortened to keep the name within 222 code points. */
export function handInName(person: string, file: string): string {
  const { stem, extension } = splitExtension(file)
  const ending = extension === '' ? '' : `.${extension}`
  const start = firstCodePoints(`${person} - ${stem}`, NAME_MAX_LENGTH - codePointLength(ending))
  return start.replace(/[. ]+$/, '') + ending
}

/** The key for comparing people's names: NFC, single blanks, lower case, no invisible characters; '' if nothing is left. */
export function personKey(name: string): string {
  return withoutUnseen(name).normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()
}

/** The names of a typed list, separated by lines, commas or semicolons: trimmed, without duplicates. */
export function namesOf(text: string): string[] {
  const names = new Map<string, string>()
  for (const each of text.split(/[\n\r,，;；、]+/)) {
    const name = each.trim().replace(/\s+/g, ' ')
    const key = personKey(name)
    if (key !== '' && !names.has(key)) names.set(key, name)
  }
  return [...names.values()]
}
