import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const script = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const enabled = { 'color-contrast': { enabled: true }, 'label-content-name-mismatch': { enabled: true } }
const all: RunOptions = {
  // Only violations get their elements described, which takes most of the time of a large page.
  resultTypes: ['violations'],
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: enabled,
}
/** Contrast takes most of the time. It does not depend on the language, and the other rules do not depend on the colours. */
const options = {
  all,
  contrast: { ...all, runOnly: ['color-contrast'], rules: {} },
  'all but contrast': { ...all, rules: { ...enabled, 'color-contrast': { enabled: false } } },
} satisfies Record<string, RunOptions>

function described(violations: AxeResults['violations']): string[] {
  return violations.flatMap((rule) =>
    rule.nodes.map((node) => `${rule.id}: ${node.target.join(' ')}: ${node.failureSummary ?? rule.help}`),
  )
}

/** Stops animations, transitions and pressed states, so that colours are final. */
async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const moves = document
      .getAnimations()
      .some(({ effect, playState }) => playState === 'running' && effect?.getTiming().iterations !== Infinity)
    return !moves && document.querySelector('#app :active') === null
  })
}

/** Icons whose drawing did not load: each would show nothing, or a filled square. */
function undrawnIcons(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.icon')]
      .filter((icon) => {
        const { webkitMaskImage: image, webkitMaskPosition: place } = getComputedStyle(icon)
        return icon.offsetParent !== null && (image === 'none' || place.includes('-'))
      })
      .map(({ className }) => className),
  )
}

/** px that a finger needs in either direction. */
const TOUCH = 44

/** Targets that are too low or narrow for a finger, and that no larger target encloses. */
function smallTargets(page: Page, within: string, least: number): Promise<string[]> {
  return page.evaluate(
    ([selector, touch]) => {
      const targets =
        'button, a[href], input, [role=button], [role=radio], [role=checkbox], [role=tab], [role=menuitem], [role=link]'
      return [...document.querySelectorAll<HTMLElement>(`${selector} :is(${targets})`)]
        .filter(
          (target) =>
            target.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && target.offsetWidth > 1,
        )
        .filter(
          (target) =>
            Math.min(target.getBoundingClientRect().width, target.getBoundingClientRect().height) < touch - 0.5,
        )
        .filter((target) => !target.parentElement?.closest(targets) && !target.closest('label, .field'))
        .map((target) => `${target.className || target.tagName}: ${target.offsetWidth} × ${target.offsetHeight}`)
    },
    [within, least] as const,
  )
}

/**
 * Fails with axe's findings, contrast included, too small targets and undrawn icons. Bypasses the page's content security policy.
 * @param touch px of the smallest target; a mouse needs less than a finger
 * @param rules those of axe; for a page that all rules saw in another language or in other colours, some are enough
 */
export async function assertAccessible(
  page: Page,
  within = 'body',
  touch = TOUCH,
  rules: keyof typeof options = 'all',
): Promise<void> {
  await atRest(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await readFile(script, 'utf8'))
  const violations = await page.evaluate(
    async ([selector, settings]) =>
      (await (window as unknown as { axe: typeof import('axe-core') }).axe.run(selector, settings)).violations,
    [within, options[rules]] as const,
  )
  assert.deepEqual(described(violations), [])
  assert.deepEqual(await smallTargets(page, within, touch), [])
  assert.deepEqual(await undrawnIcons(page), [])
}
