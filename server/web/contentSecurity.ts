import { createHash } from 'node:crypto'
import type { Configuration } from '../config/configuration'
import type { Script } from './manifest'

const inlineStyle = /<style>([\s\S]*?)<\/style>/g
/** Inline scripts that run, as opposed to data. */
const inlineScript = /<script(?![^>]*\ssrc=)(?![^>]*type="application\/json")[^>]*>([\s\S]*?)<\/script>/g

/**
 * Sources that the page may load: our own origin, and by their hashes inline scripts of the build.
 * @param foreign addresses of foreign scripts
 */
export function pagePolicy(
  scripts: readonly (Script | undefined)[],
  {
    officePreviewUrl,
    documentEditorUrl,
    baseUrl,
  }: Pick<Configuration, 'officePreviewUrl' | 'documentEditorUrl' | 'baseUrl'>,
  foreign: readonly string[] = [],
): string {
  const hashes = scripts.flatMap((script) => (script ? [`'${script.hash}'`] : []))
  const framed = [officePreviewUrl, documentEditorUrl].filter((address) => address !== null)
  // To Safari before 15.4, a WebSocket is not of our own origin.
  const sockets = baseUrl === null ? [] : [new URL(baseUrl).origin.replace('http', 'ws')]
  return policyText({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashes, ...foreign],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'media-src': ["'self'", 'blob:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...sockets],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'frame-src': ["'self'", ...new Set(framed.map((address) => new URL(address).origin))],
    'frame-ancestors': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
  })
}

/** Sources that the office frame may load: its own script and styles, pdf.js and the rendition. Only our own page may frame it (PREV-10). */
export function officePolicy(html: string): string {
  return policyText({
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
 * Sources that a worker of the page may load: code, WebAssembly and data of our own origin. pdf.js fetches the data for fonts and pictures
 * inside its worker, where the page's policy does not apply.
 */
export const workerPolicy = policyText({
  'default-src': ["'none'"],
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  'connect-src': ["'self'"],
})

function hashesOf(html: string, inline: RegExp): string[] {
  return [...html.matchAll(inline)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
}

export function policyText(directives: Record<string, string[]>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}

/**
 * Devices that a page may use. Our own pages may use the microphone for voice comments, because every page leads to comments without a reload.
 * Framed pages may use none.
 */
export const devicePolicy = 'camera=(), geolocation=(), microphone=(self)'
export const noDevicePolicy = 'camera=(), geolocation=(), microphone=()'

/** For answers that are no page: nothing in them may run or be framed. */
export const dataPolicy = { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] }
