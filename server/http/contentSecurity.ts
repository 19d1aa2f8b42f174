import { createHash } from 'node:crypto'

/** Inline scripts that run, as opposed to data. */
const inlineScript = /<script(?![^>]*\ssrc=)(?![^>]*type="application\/json")[^>]*>([\s\S]*?)<\/script>/g

/** What the page may load: our own origin, and the inline scripts that the build put into it, by their hashes. */
export function pagePolicy(html: string): string {
  const hashes = [...html.matchAll(inlineScript)].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  return Object.entries({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashes],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'media-src': ["'self'", 'blob:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'"],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'frame-src': ["'self'"],
    'frame-ancestors': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
  }).map(([name, sources]) => `${name} ${sources.join(' ')}`).join('; ')
}

/** For answers that are no page: nothing in them may run or be framed. */
export const dataPolicy = { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] }
