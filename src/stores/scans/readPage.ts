import type { Look } from '@/domain/scans/clean'
import { findPage } from '@/domain/scans/findPage'
import { COPY_SIDE, SHOWN_QUALITY } from '@/domain/scans/limits'
import { WHOLE } from '@/domain/scans/quad'
import type { PickedFile, Scanner } from '@/platform/Platform'
import { ScanPage } from './ScanPage'

/** A page from a photo, with the corners that are found. @throws FileUnreadable for a file that is no picture, too */
export async function readPage(scanner: Scanner, photo: PickedFile, id: number, look: Look): Promise<ScanPage> {
  const pixels = await scanner.read(photo, COPY_SIDE)
  const copy = await scanner.write(pixels, SHOWN_QUALITY)
  const { width, height } = pixels
  return new ScanPage(id, photo, copy, { width, height }, findPage(pixels) ?? WHOLE, look)
}
