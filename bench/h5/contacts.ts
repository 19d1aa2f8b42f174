import type { Browser } from 'playwright-core'
import { takePhone, type Phone } from './visit'

export interface PickerAtWork {
  /** ms from the tap on a department to its first rows */
  firstRows: number
  /** ms, while selecting all people of the department */
  worstFrame: number
  elements: number
}

const level = '.contacts-level:not(.contacts-hidden)'

/** The picker of people on a slow phone: opens the first department, then selects all its people. */
export async function watchPicker(browser: Browser, url: string, cookie: string): Promise<PickerAtWork> {
  const phone = await takePhone(browser, cookie, url, { limits: { cpu: true } })
  const { page } = phone
  try {
    await page.goto(`${url}/files/own?contactselect=collect`)
    await page.locator(`${level} .contact-enter`).first().waitFor()
    const firstRows = await timeRows(phone)
    const elements = await page.locator(`${level} *`).count()
    await page.evaluate(() => window.bench.startFrames())
    await page.locator(`${level} .contacts-all`).tap()
    await page.locator(`${level} .contacts-all[aria-checked=true]`).waitFor({ timeout: 60_000 })
    const times = await page.evaluate(() => {
      window.bench.stopFrames()
      return window.bench.frames
    })
    return { firstRows, elements, worstFrame: Math.max(...times.slice(1).map((time, at) => time - times[at]!)) }
  } finally {
    await phone.close()
  }
}

/** Measured in the page, because the driver's overhead would be half of the time. */
function timeRows({ page }: Phone): Promise<number> {
  return page.evaluate(
    (shown) =>
      new Promise<number>((resolve) => {
        const started = performance.now()
        document.querySelector<HTMLElement>(`${shown} .contact-enter`)!.click()
        const look = () => {
          if (document.querySelector(`${shown} .contact-pick:not(.contact-only)`)) resolve(performance.now() - started)
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
    level,
  )
}
