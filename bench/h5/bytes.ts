import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { KB } from '../measurement'

export interface FirstRowBytes {
  requests: number
  gzip: number
  brotli: number
  /** transferred bytes, as encoded */
  transferred: number
  /** Bytes of the list's answer, decoded, whether fetched or sent with the page. */
  answer: number
}

interface Sent {
  name: string
  transferred: number
  decoded: number
}

/** Requests until the first row, including the page. Excludes the favicon, the list's next page and preloaded files. */
async function sentBefore(page: Page): Promise<Sent[]> {
  await page.waitForLoadState('domcontentloaded')
  return page.evaluate(() => {
    const kinds = ['navigation', 'resource'].flatMap((kind) =>
      performance.getEntriesByType(kind),
    ) as PerformanceResourceTiming[]
    // Rows sent with the page appear before the page's own scripts are requested.
    const domReady = (kinds[0] as PerformanceNavigationTiming).domContentLoadedEventStart
    const seen = new Set<string>()
    const isFirst = (name: string) => {
      const { pathname } = new URL(name)
      return !seen.has(pathname) && Boolean(seen.add(pathname))
    }
    return kinds
      .filter(({ startTime }) => startTime <= Math.max(window.bench.firstSeen ?? 0, domReady))
      .filter(({ name }) => name.startsWith('http') && !/icon\.\w+$|\/lazy[-.]/.test(name) && isFirst(name))
      .map(({ name, transferSize, decodedBodySize }) => ({ name, transferred: transferSize, decoded: decodedBodySize }))
  })
}

/** Inline scripts and styles of a page, except those with data. */
function inlineCode(html: string): string {
  const found = html.matchAll(/<(script|style)(?![^>]*(?:\ssrc=|application\/json))[^>]*>([\s\S]*?)<\/\1>/g)
  return [...found].map(([, , code]) => code).join('\n')
}

/** The scripts and styles among the requests, and those inline in the page. */
function codeOf(sent: readonly Sent[], folder: string, html: string): Buffer[] {
  const paths = sent.map(({ name }) => path.join(folder, new URL(name).pathname))
  const files = paths.filter((file) => /\.(js|css)$/.test(file) && existsSync(file))
  return [...files.map((file) => readFileSync(file)), Buffer.from(inlineCode(html))].filter((bytes) => bytes.length > 0)
}

/** @param folder the built client; its files are compressed here, however they were sent */
export async function firstRowBytes(page: Page, folder: string): Promise<FirstRowBytes> {
  const sent = await sentBefore(page)
  const html = await (await page.request.get(page.url())).text()
  const code = codeOf(sent, folder, html)
  const brought = Buffer.byteLength(/id="first"[^>]*>([^<]*)/.exec(html)?.[1] ?? '')
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0) / KB
  return {
    requests: sent.length,
    gzip: sum(code.map((bytes) => gzipSync(bytes, { level: 9 }).length)),
    brotli: sum(code.map((bytes) => brotliCompressSync(bytes).length)),
    transferred: sum(sent.map(({ transferred }) => transferred)),
    answer: sum([brought, ...sent.filter(({ name }) => name.includes('/file_list/')).map(({ decoded }) => decoded)]),
  }
}
