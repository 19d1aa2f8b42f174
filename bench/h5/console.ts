import type { Browser } from 'playwright-core'
import { client } from '../../tests/support/client'
import { factories } from '../../tests/support/factories'
import { median, type Measurement } from '../measurement'
import { atOwnPlace } from './place'
import { takePhone } from './visit'

const rounds = 5
const people = 200
/** ms */
const patience = 60_000

/** Measures how soon an administrator's computer shows the people of a school, with an empty cache. */
export function measureConsole(): Promise<Measurement[]> {
  return atOwnPlace(async ({ browser, ours }, { db, storage }) => {
    const make = factories({ db, storage, clock: () => new Date() })
    const enterprise = await make.enterprise({ name: '明德学校' })
    const owner = await make.user({ enterprise, isAdministrator: true, login: 'owner@bench' })
    for (let n = 0; n < people; n += 1) await make.user({ enterprise, name: `学生 ${n}` })
    const { headers } = await client(ours).as(owner.login)
    const seconds: number[] = []
    for (let round = 0; round < rounds; round += 1) seconds.push(await timeTable(browser, ours.url, headers.cookie!))
    return [{ id: 'h5.console.firstTable', value: median(seconds) }]
  })
}

/** Seconds until the first row of the table of people is painted, on Slow 4G with a quarter of the processor. */
async function timeTable(browser: Browser, url: string, cookie: string): Promise<number> {
  const { page, close } = await takePhone(browser, cookie, url, { limits: { network: true, cpu: true } })
  try {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.addInitScript(() => {
      const look = () => {
        if (document.querySelector('[role=grid] [role=gridcell], [role=grid] [role=rowheader]'))
          (window as { firstTable?: number }).firstTable = performance.now()
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    await page.goto(`${url}/admin/people`, { waitUntil: 'commit', timeout: patience })
    const found = await page.waitForFunction(() => (window as { firstTable?: number }).firstTable, undefined, {
      timeout: patience,
      polling: 500,
    })
    return (await found.jsonValue())! / 1000
  } finally {
    await close()
  }
}
