import type { Page } from 'playwright-core'
import { pdf } from '../../support/samples/samples'
import { until } from '../../support/until'
import { row, shown } from '../rig/screen'
import type { Drive } from '../rig/drive'

export const NAME = '简章.pdf'
export const bar = (page: Page) => shown(page).locator('.pdf-bar')
export const canvases = (page: Page) => shown(page).locator('.pdf-page canvas')
export const numbered = (total: number) => pdf({ pages: Array.from({ length: total }, (_, at) => `Page ${at + 1}`) })

/** Waits until every canvas has ink and is drawn for the scale at which it is shown. */
export async function drawn(page: Page, scale = 1): Promise<void> {
  await canvases(page).first().waitFor({ timeout: 60_000 })
  await until(
    `sharp pages at scale ${scale}`,
    () =>
      page.evaluate(
        ([wanted, limit]) => {
          const pages = [...document.querySelectorAll<HTMLElement>('.pdf-page')]
          const width = document.querySelector('.pdf')!.clientWidth - 24
          return pages.every((place) => {
            const canvas = place.querySelector('canvas')
            const shownAt = place.clientWidth / width
            if (!canvas || Math.abs(shownAt - wanted!) > 0.01) return false
            const sharp = Math.min(devicePixelRatio, Math.sqrt(limit! / (place.offsetWidth * place.offsetHeight)))
            return Math.abs(canvas.width / (place.offsetWidth * sharp) - 1) < 0.02
          })
        },
        [scale, 5_000_000],
      ),
    30_000,
  )
}

/** The document position at a point of the screen, as fractions of the column's width and height. */
export function under(page: Page, at: { x: number; y: number }): Promise<number[]> {
  return page.evaluate(({ x, y }) => {
    const column = document.querySelector('.pdf-column')!.getBoundingClientRect()
    return [(x - column.left) / column.width, (y - column.top) / column.height]
  }, at)
}

/** Opens the preview of a PDF of the user's own. */
export async function openPdf(
  drive: Drive,
  content: Buffer,
  run: (page: Page) => Promise<void>,
  { deviceScaleFactor = 1, expected = [] as RegExp[], prepare = async (_: Page): Promise<unknown> => undefined } = {},
) {
  const user = await drive.make.user()
  await drive.make.file({ owner: user }, { name: NAME, content })
  await drive.visit(
    user,
    '/files/own',
    async (page) => {
      await prepare(page)
      await row(page, NAME).locator('.row-open').tap()
      await run(page)
    },
    { deviceScaleFactor, expected },
  )
}
