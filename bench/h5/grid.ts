import type { Browser } from 'playwright-core'
import { client, type Client } from '../../tests/support/client'
import { factories } from '../../tests/support/factories'
import { numbersWorkbook } from '../../tests/support/samples/workbooks'
import { until } from '../../tests/support/until'
import { median, type Measurement, type MetricId } from '../measurement'
import { prepareGround, requireBuild, type Ground } from '../service'
import { idle, scroll } from './list'
import { launchBrowser, takePhone } from './visit'

const rounds = 5

/** Tables that were shown before, opened from the list and scrolled on a slow phone: 60 columns of 2,000 rows, and a CSV of 3 MB. */
export async function measureGrid(): Promise<Measurement[]> {
  const ground = await prepareGround()
  const browser = await launchBrowser()
  try {
    const { url } = await ground.serve(requireBuild('h5'))
    const { login, path, files } = await fill(ground)
    const me = await client({ url }).as(login)
    const measured: Measurement[] = []
    for (const { kind, id, name } of files) {
      await make(me, id)
      const seen: GridAtWork[] = []
      for (let round = 0; round < rounds; round += 1)
        seen.push(await watch(browser, { url, cookie: me.headers.cookie!, path, name }))
      const figure = (metric: keyof GridAtWork): Measurement => ({
        id: `h5.grid.${kind}.${metric}` as MetricId,
        value: median(seen.map((one) => one[metric])),
      })
      measured.push(figure('opened'), figure('frames'), figure('worstFrame'))
    }
    return measured
  } finally {
    await browser.close()
    await ground.close()
  }
}

interface GridAtWork {
  /** ms from the tap on the file to its first cells, as fast as this machine is */
  opened: number
  /** frames per second */
  frames: number
  /** ms */
  worstFrame: number
}

async function watch(
  browser: Browser,
  { url, cookie, path, name }: { url: string; cookie: string; path: string; name: string },
): Promise<GridAtWork> {
  const phone = await takePhone(browser, cookie, url, { limits: {} })
  const { page, cdp } = phone
  try {
    await page.goto(url + path)
    const row = page.locator('.row').filter({ hasText: name }).locator('.row-open')
    await row.waitFor()
    await idle(phone)
    const before = Date.now()
    await row.tap()
    await page.locator('.grid-cells .grid-cell').first().waitFor()
    const opened = Date.now() - before
    await idle(phone)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    return { opened, ...(await scroll(phone)) }
  } finally {
    await phone.close()
  }
}

/** Waits until the whole table is made. */
async function make(me: Client, fileId: number): Promise<void> {
  await until(
    'the table',
    async () => (await me.call('GET /apps/representations/grid', { file_id: fileId, whole: true })).is_whole,
    120_000,
  )
}

async function fill({ db, storage }: Pick<Ground, 'db' | 'storage'>) {
  const make = factories({ db, storage, clock: () => new Date() })
  const owner = await make.user({ name: '王珂' })
  const folder = await make.folder({ owner }, { name: '名单' })
  const lines = Array.from({ length: 100_000 }, (_, at) => `${at},王${at},${at % 60} 班,${(at * 7919) % 1000}`)
  const contents = [
    { kind: 'sheet', name: '成绩.xlsx', content: numbersWorkbook(2000, 60) },
    { kind: 'csv', name: '名单.csv', content: ['号,姓名,班,分', ...lines].join('\n') },
  ]
  const files: { kind: string; name: string; id: number }[] = []
  for (const { kind, name, content } of contents)
    files.push({ kind, name, id: (await make.file({ parent: folder }, { name, content })).id })
  return { login: owner.login, path: `/files/folder/${folder.id}`, files }
}
