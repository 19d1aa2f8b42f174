import { createHash } from 'node:crypto'
import type { Manifest } from '../../server/web/manifest'

export const page: Manifest['page'] = {
  before: '<!doctype html><html lang="zh-CN"><head><title>t</title>',
  scripts: ['/js/app.0123abcd.js'],
  after: '</head><body>',
  end: '</body></html>',
}

/** The text of a build's manifest, `first-page.json`. */
export function manifestText(parts: Partial<Manifest> = {}): string {
  return JSON.stringify({ page, words: {}, rowWords: {}, screens: {}, offline: {}, ...parts } satisfies Manifest)
}

export function scriptOf(text: string) {
  return { text, hash: `sha256-${createHash('sha256').update(text).digest('base64')}` }
}

/** The answers that a page contains by their calls; null without any. */
export function broughtOver(page: string): Record<string, unknown> | null {
  const [, text] = /<script type="application\/json" id="first">(.*?)<\/script>/s.exec(page) ?? []
  return text === undefined ? null : (JSON.parse(text) as Record<string, unknown>)
}
