import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import postcss from 'postcss'
import type { Page } from 'playwright-core'
import { browser } from '../browser/rig/browser'
import { illegible } from '../browser/rig/legible'
import { builtInTags } from './host/builtInTags'
import type { Phone } from './Phone'
import { build } from './Phone'

/** WeChat's styles of its own tags, as far as they affect the layout of text. */
const ownStyles = `
  html, body { margin: 0; height: 100%; font-family: sans-serif; }
  wx-view, wx-scroll-view, wx-form, wx-button, wx-input, wx-textarea { display: block; }
  wx-scroll-view { overflow: auto; }
  wx-scroll-view[scroll-x] { overflow-y: hidden; }
  wx-image { display: inline-block; width: 320px; height: 240px; overflow: hidden; }
  wx-input { height: 1.4rem; min-height: 1.4rem; overflow: hidden; white-space: nowrap; text-overflow: clip; }
  wx-input, wx-textarea { display: flex; align-items: center; }
  wx-button { position: relative; padding: 0 14px; font-size: 18px; line-height: 2.5556; text-align: center; overflow: hidden; }
  wx-page-container { display: none; }
  * { animation: none !important; transition: none !important; }
`

const isTag = new RegExp(`(^|[\\s>+~,])(${builtInTags.join('|')})(?=[\\s.:,>+~\\[]|$)`, 'g')

/** A style sheet of the build with all its imports, for a document whose tags are `wx-view` and the like. */
function stylesOf(file: string): string {
  if (!existsSync(path.join(build, file))) return ''
  const sheet = postcss.parse(readFileSync(path.join(build, file), 'utf8'))
  sheet.walkAtRules('import', (rule) => {
    const target = path.posix.join(path.posix.dirname(file), rule.params.replace(/["']/g, ''))
    rule.replaceWith(postcss.parse(stylesOf(target)))
  })
  sheet.walkRules((rule) => {
    rule.selector = rule.selector.replace(/(^|[\s>+~,])page(?=[\s.:,]|$)/g, '$1body').replace(isTag, '$1wx-$2')
  })
  return sheet.toString()
}

/**
 * Lays the page on top out in Chromium by the build's own style sheets, for `run` to look at. WeChat's own renderer measures nothing in these tests.
 */
async function laidOut<T>(phone: Phone, run: (page: Page) => Promise<T>): Promise<T> {
  // Before the browser starts: a toast stays for some seconds only.
  const { html } = phone.host
  const { width, height } = phone.host.window
  const page = await (await browser()).newPage({ viewport: { width, height } })
  try {
    const { route } = phone.host.page
    const styles = `${ownStyles}${stylesOf('app.wxss')}${stylesOf(`${route}.wxss`)}`
    await page.setContent(`<!doctype html><style>${styles}</style><body>${html}</body>`)
    await page.evaluate(fillFields)
    await page.evaluate('globalThis.__name ??= (made) => made')
    return await run(page)
  } finally {
    await page.close()
  }
}

/** The illegible texts of the page on top, with reasons. */
export function illegibleOn(phone: Phone, shot?: string): Promise<string[]> {
  return laidOut(phone, async (page) => {
    if (shot) await page.screenshot({ path: shot })
    return page.locator('.screen').evaluate(illegible)
  })
}

/** The upper and the lower edge of the first element of each selector on the page on top, in px; null where there is none. */
export function boxesOn(
  phone: Phone,
  selectors: readonly string[],
): Promise<({ top: number; bottom: number } | null)[]> {
  return laidOut(phone, (page) =>
    page.evaluate(
      (all) =>
        all.map((selector) => {
          const box = document.querySelector(selector)?.getBoundingClientRect()
          return box ? { top: box.top, bottom: box.bottom } : null
        }),
      [...selectors],
    ),
  )
}

/** Shows the value of each field, or its placeholder while it is empty, as the field's text. */
function fillFields(): void {
  for (const field of document.querySelectorAll('wx-input, wx-textarea'))
    field.textContent = field.getAttribute('value') || field.getAttribute('placeholder')
}
