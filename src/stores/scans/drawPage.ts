import { Cleaning, type Look } from '@/domain/scans/clean'
import { ROWS_AT_ONCE } from '@/domain/scans/limits'
import type { Pixels } from '@/domain/scans/pixels'
import { pageSize, type Quad } from '@/domain/scans/quad'
import { Straightening } from '@/domain/scans/straighten'

/**
 * Straightens and cleans a page of a photo. Between some rows it waits, so that the app can draw.
 * @param longest px of the page's longer side
 * @param pause resolves once the app has drawn; rejects to stop
 */
export async function drawPage(
  photo: Pixels,
  { quad, look }: { quad: Quad; look: Look },
  longest: number,
  pause: () => Promise<void>,
): Promise<Pixels> {
  const straightening = new Straightening(photo, quad, pageSize(quad, photo, longest))
  const { page } = straightening
  await inSteps(page.height, pause, (from, to) => straightening.fillRows(from, to))
  const cleaning = new Cleaning(page, look)
  await inSteps(page.height, pause, (from, to) => cleaning.cleanRows(from, to))
  return page
}

async function inSteps(rows: number, pause: () => Promise<void>, work: (from: number, to: number) => void) {
  for (let row = 0; row < rows; row += ROWS_AT_ONCE) {
    work(row, row + ROWS_AT_ONCE)
    await pause()
  }
}
