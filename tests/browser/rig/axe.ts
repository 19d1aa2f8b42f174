import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const script = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: { 'color-contrast': { enabled: true }, 'label-content-name-mismatch': { enabled: true } },
}

function described({ violations }: AxeResults): string[] {
  return violations.flatMap((rule) =>
    rule.nodes.map((node) => `${rule.id}: ${node.target.join(' ')}: ${node.failureSummary ?? rule.help}`),
  )
}

/** Nothing fades, moves or is pressed: colours are what they stay. */
async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const moves = document
      .getAnimations()
      .some(({ effect, playState }) => playState === 'running' && effect?.getTiming().iterations !== Infinity)
    return !moves && document.querySelector('#app :active') === null
  })
}

/** Icons whose drawing did not come: each would be a filled square. */
function undrawnIcons(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.icon')]
      .filter((icon) => icon.offsetParent !== null && getComputedStyle(icon).webkitMaskImage === 'none')
      .map(({ className }) => className),
  )
}

/** Fails with axe's findings, contrast included, and with icons that are not drawn. The script comes past the page's content security policy. */
export async function assertAccessible(page: Page, within = 'body'): Promise<void> {
  await atRest(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await readFile(script, 'utf8'))
  const results = await page.evaluate(
    ([selector, settings]) => (window as unknown as { axe: typeof import('axe-core') }).axe.run(selector, settings),
    [within, options] as const,
  )
  assert.deepEqual(described(results), [])
  assert.deepEqual(await undrawnIcons(page), [])
}
