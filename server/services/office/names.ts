import iconv from 'iconv-lite'
import { splitExtension } from '@/domain/items/extension'
import { checkFileName, nameKey, numbered, withoutDirections } from '@/domain/items/naming'
import { firstCodePoints } from '@/domain/text/codePoints'
import type { Db } from '../../database/connect'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { NAME_MAX_LENGTH } from '@/domain/limits'
import { itemByName } from '../../queries/office'
import { firstLikelyNumber } from '../../queries/items/newItems'
import { editItem } from '../items/editing'
import { requireLock } from './locking'
import { OfficeRefusal } from './OfficeRefusal'
import type { OfficeFile } from './opening'

/** Reads a name in a header of the protocol, which is UTF-7. @throws OfficeRefusal 400 for something else */
export function readName(header: string): string {
  if (!/^[\x20-\x7e]{1,2000}$/.test(header)) throw new OfficeRefusal(400)
  return iconv.decode(Buffer.from(header, 'latin1'), 'utf-7')
}

export function writeName(name: string): string {
  return iconv.encode(name, 'utf-7').toString('latin1')
}

/** The name that the service suggests: a whole name, or only an extension with its dot. What no name may contain is replaced. */
export function suggestedName(suggestion: string, present: string): string {
  const wanted = suggestion.startsWith('.') ? splitExtension(present).stem + suggestion : suggestion
  const { stem, extension } = splitExtension(withoutDirections(wanted.trim()))
  const clean = (text: string) => text.replace(/[/\\?:*"<>|\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, '_')
  const shortened = firstCodePoints(clean(stem), NAME_MAX_LENGTH).replace(/[.\s]+$/, '')
  return [shortened === '' ? '_' : shortened, clean(extension)].filter((part) => part !== '').join('.')
}

/** The file that gets the name that the service demands: a new one, or the one that has the name already. */
export type Target = { folderId: number; name: string } | { fileId: number }

/**
 * @param overwrites whether the file with the name may be replaced
 * @throws OfficeRefusal 409 with a free name, if the name is taken; 400 for an impossible name
 */
export async function demandedTarget(db: Db, folderId: number, name: string, overwrites: boolean): Promise<Target> {
  const checked = checkFileName(name)
  if (!checked.ok) throw new OfficeRefusal(400)
  const taken = await itemByName(db, folderId, nameKey(checked.name))
  if (!taken) return { folderId, name: checked.name }
  if (overwrites && !taken.is_folder) return { fileId: taken.id }
  const free = numbered(checked.name, await firstLikelyNumber(db, checked.name, folderId))
  throw new OfficeRefusal(409, { 'x-wopi-validrelativetarget': writeName(free) })
}

/**
 * Renames a file; its extension stays.
 * @param name without the extension
 * @throws OfficeRefusal 404, 409, and 400 with a reason for a name that cannot be; Refused as editItem
 */
export async function renameFile(
  ports: Pick<Dependencies, 'db' | 'clock' | 'contentCheck'>,
  { actor, file, rights, lockers, lock }: OfficeFile,
  name: string,
  sentLock: string | undefined,
): Promise<void> {
  if (lockers.length > 0) throw OfficeRefusal.lockedHere()
  if (!rights.rename) throw new OfficeRefusal(404)
  if (lock) await requireLock(ports.db, file.fileId, ports.clock(), sentLock ?? '')
  try {
    await editItem(ports, actor, `file_${file.fileId}`, { name })
  } catch (error) {
    throw error instanceof Refused && isOfName(error) ? invalidName(error) : error
  }
}

function isOfName({ code }: Refused): boolean {
  return code.startsWith('name_') || code === 'content_refused'
}

function invalidName({ code }: Refused): OfficeRefusal {
  return new OfficeRefusal(400, { 'x-wopi-invalidfilenameerror': code })
}
