import assert from 'node:assert/strict'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { browser } from './browser'

export interface Phone extends BrowserContextOptions {
  /** Console errors that the test provokes. */
  expected?: RegExp[]
}

function collectErrors(page: Page, expected: RegExp[]): string[] {
  const errors: string[] = []
  const note = (text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) errors.push(text)
  }
  page.on('console', (message) => {
    if (message.type() === 'error') note(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => note(`page: ${error.stack ?? error.message}`))
  return errors
}

/** Gives the test a phone of its own and fails when the page reports an error. */
export async function onPhone(
  run: (page: Page) => Promise<void>,
  { expected = [], ...options }: Phone = {},
): Promise<void> {
  const context = await (
    await browser()
  ).newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: 'zh-CN',
    // A test cannot answer requests that pass through a service worker.
    serviceWorkers: 'block',
    ...options,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  const errors = collectErrors(page, expected)
  try {
    await run(page)
    assert.deepEqual(errors, [], 'errors of the page')
  } catch (failure) {
    if (errors.length) console.error(errors.join('\n'))
    throw failure
  } finally {
    await context.close()
  }
}
