import type { CompoundFile } from './compoundFile'
import { isPasswordOf, isPasswordOfXor } from './password'

/** Default passwords of Excel and PowerPoint for documents that everybody may open but not change; LibreOffice tries them too. */
const OPEN_TO_ALL = { excel: 'VelvetSweatshop', powerPoint: '/01Hannes Ruescher/01' }

/** Bytes of a descriptor, and of the part of a workbook that may contain its lock. */
const HEAD = 64 * 1024
const FILEPASS = 0x2f
/** The first record states the version of BIFF. */
const BIFF8 = 0x0600

/** Whether an Office document in a compound file needs a password, judged by its own bytes. */
export async function isLocked(file: CompoundFile): Promise<boolean> {
  if (file.has('EncryptedPackage')) return !isPasswordOf(await file.read('EncryptionInfo', 0, HEAD), OPEN_TO_ALL.excel)
  if (file.has('WordDocument')) {
    // fEncrypted of the file information block
    const head = await file.read('WordDocument', 0, 12)
    return head.length === 12 && (head.readUInt16LE(10) & 0x100) !== 0
  }
  for (const name of ['Workbook', 'Book']) if (file.has(name)) return isLockedWorkbook(await file.read(name, 0, HEAD))
  return isLockedSlides(file)
}

/** Like `isLocked`, for the records of a workbook ([MS-XLS] 2.4.117). @param head the workbook's first bytes */
export function isLockedWorkbook(head: Buffer): boolean {
  const version = head.length < 6 ? 0 : head.readUInt16LE(4)
  for (let at = 0; at + 4 <= head.length; at += 4 + head.readUInt16LE(at + 2)) {
    if (head.readUInt16LE(at) !== FILEPASS) continue
    const lock = head.subarray(at + 4, at + 4 + head.readUInt16LE(at + 2))
    if (version === BIFF8 && lock.length > 6) return !isPasswordOf(lock.subarray(2), OPEN_TO_ALL.excel)
    return lock.length < 4 || !isPasswordOfXor(lock.readUInt16LE(lock.length - 2), OPEN_TO_ALL.excel)
  }
  return false
}

/**
 * Like `isLocked`, for a presentation. An encrypted presentation has another token ([MS-PPT] 2.3.2). The last edit names the object that holds the
 * lock.
 */
async function isLockedSlides(file: CompoundFile): Promise<boolean> {
  const user = await file.read('Current User', 0, 20)
  if (user.length < 20 || user.readUInt32LE(12) !== 0xf3d1c4df) return false
  const read = (position: number, length: number) => file.read('PowerPoint Document', position, length)
  const edit = await read(user.readUInt32LE(16), 40)
  if (edit.length < 40) return true
  const objects = await read(edit.readUInt32LE(20) + 8, HEAD)
  const wanted = edit.readUInt32LE(36)
  for (let at = 0; at + 4 <= objects.length;) {
    const run = objects.readUInt32LE(at)
    const [first, count] = [run & 0xfffff, run >>> 20]
    const place = at + 4 + (wanted - first) * 4
    at += 4 + count * 4
    if (wanted < first || wanted >= first + count || place + 4 > objects.length) continue
    return !isPasswordOf(await read(objects.readUInt32LE(place) + 8, HEAD), OPEN_TO_ALL.powerPoint)
  }
  return true
}
