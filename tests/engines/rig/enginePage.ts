import { writeFile } from 'node:fs/promises'
import type { BrowserContext, FileChooser, Page } from 'playwright-core'
import sharp from 'sharp'
import { until } from '../../support/until'
import type { Cookie } from './Driver'
import { finders } from './engineLocator'
import { chooseFiles, type ChosenFile } from './fileChooser'
import { PRELUDE, type PageSession } from './PageSession'
import { asWhole } from './refuse'

interface Shot {
  path?: string
  type?: 'png' | 'jpeg'
  quality?: number
}

/** The part of Playwright's `Page` that tests use. */
export function enginePage(session: PageSession): Page {
  const { driver, front } = session
  const context = asWhole<BrowserContext>(
    {
      addCookies: (cookies: readonly Cookie[]) => session.do(() => driver.addCookies(cookies)),
      clearCookies: () => session.do(() => driver.clearCookies()),
      setOffline: (isOffline: boolean) => front.setOffline(isOffline),
    },
    driver.engine,
    'context',
  )
  return asWhole<Page>(
    {
      ...finders(session, []),
      context: () => context,
      url: () => session.url(),
      goto: (url: string) => session.navigate(() => driver.goto(new URL(url, front.url).href)),
      goBack: () => session.navigate(() => driver.goBack()),
      reload: () => session.navigate(() => driver.reload()),
      setDefaultTimeout: (timeout: number) => void (session.timeout = timeout),
      evaluate: (code: string | ((arg: never) => unknown), arg?: unknown) => session.evaluate(code, arg),
      waitForFunction: (code: string | ((arg: never) => unknown), arg?: unknown, { timeout = session.timeout } = {}) =>
        until(String(code), () => session.evaluate<boolean>(code, arg), timeout, 25),
      async addInitScript(code: string | ((arg: never) => unknown), arg?: unknown) {
        const script = typeof code === 'string' ? code : `(${String(code)})(${JSON.stringify(arg) ?? ''});`
        front.scripts.push(`${PRELUDE}${script}`)
      },
      async waitForEvent(event: string): Promise<FileChooser> {
        if (event !== 'filechooser') session.refuse(`page.waitForEvent('${event}')`)
        await until('a file chooser', () => session.evaluate<boolean>('"chosenField" in window'), session.timeout, 25)
        const setFiles = (files: ChosenFile | ChosenFile[]) => chooseFiles(session, files)
        return asWhole<FileChooser>({ setFiles }, driver.engine, 'fileChooser')
      },
      keyboard: asWhole(
        { press: (key: string) => session.pressKey(key), type: (text: string) => session.do(() => driver.type(text)) },
        driver.engine,
        'keyboard',
      ),
      async screenshot({ path, type = 'png', quality }: Shot = {}): Promise<Buffer> {
        const png = await session.do(() => driver.screenshot())
        const picture = type === 'png' ? png : await sharp(png).jpeg({ quality }).toBuffer()
        if (path) await writeFile(path, picture)
        return picture
      },
    },
    driver.engine,
    'page',
  )
}
