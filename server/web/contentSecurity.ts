import { createHash } from 'node:crypto'

const inlineStyle = /<style>([\s\S]*?)<\/style>/g
/** Inline scripts that run, as opposed to data. */
const inlineScript = /<script(?![^>]*\ssrc=)(?![^>]*type="application\/json")[^>]*>([\s\S]*?)<\/script>/g

/**
 * What the page may load: our own origin, and the inline scripts that the build put into it, by their hashes.
 * @param framed addresses whose origins may be framed, too
 * @param scripts addresses of scripts of others
 */
export function pagePolicy(html: string, framed: readonly string[], scripts: readonly string[] = []): string {
  return worded({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashesOf(html, inlineScript), ...scripts],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'media-src': ["'self'", 'blob:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'"],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'frame-src': ["'self'", ...new Set(framed.map((address) => new URL(address).origin))],
    'frame-ancestors': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
  })
}

/** What the office frame may load: its own script and styles, pdf.js and the rendition; only our own page may frame it (PREV-10). */
export function officePolicy(html: string): string {
  return worded({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashesOf(html, inlineScript)],
    'style-src': hashesOf(html, inlineStyle),
    'img-src': ['data:', 'blob:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'"],
    'worker-src': ["'self'", 'blob:'],
    'frame-ancestors': ["'self'"],
    'form-action': ["'none'"],
    'base-uri': ["'none'"],
  })
}

/**
 * What a worker of the page may load: code, WebAssembly and data of our own origin. pdf.js fetches what it needs for characters and pictures
 * from within its worker, where the page's policy does not count.
 */
export const workerPolicy = worded({
  'default-src': ["'none'"],
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  'connect-src': ["'self'"],
})

function hashesOf(html: string, inline: RegExp): string[] {
  return [...html.matchAll(inline)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
}

function worded(directives: Record<string, string[]>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}

/**
 * What of a phone a page may ask for: one of ours the microphone, for voice comments, since any of them leads to those without loading; one in
 * a frame of others nothing.
 */
export const devices = 'camera=(), geolocation=(), microphone=(self)'
export const noDevices = 'camera=(), geolocation=(), microphone=()'

/** For answers that are no page: nothing in them may run or be framed. */
export const dataPolicy = { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] }
