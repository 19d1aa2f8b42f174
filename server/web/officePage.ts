import { createHash } from 'node:crypto'
import type { Language } from '@/contract/entities'
import { officeWords } from '@/i18n/errors/office'
import { policyText } from './contentSecurity'

export interface OfficePage {
  language: Language
  /** The name of the file, as shown. */
  name: string
  /** The page of the office service. */
  address: string
  /** Origins to which that page may lead. */
  origins: readonly string[]
  token: string
  /** ms since 1970 */
  expiresAt: number
}

/**
 * Posts the token to the service: an address with it would be logged. Then hears the service: it says that it is ready for messages, and that its
 * user wants to close it.
 */
const script = `
const { origin } = JSON.parse(document.getElementById('office').textContent)
const frame = document.querySelector('iframe')
const back = () => (history.length > 1 ? history.back() : location.replace('/'))
document.querySelector('button').addEventListener('click', back)
addEventListener('message', ({ source, origin: from, data }) => {
  if (source !== frame.contentWindow || from !== origin) return
  let message
  try {
    message = typeof data === 'string' ? JSON.parse(data) : data
  } catch {
    return
  }
  if (message?.MessageId === 'UI_Close') back()
  if (message?.MessageId === 'App_LoadingStatus')
    frame.contentWindow.postMessage(JSON.stringify({ MessageId: 'Host_PostmessageReady', SendTime: Date.now() }), origin)
})
document.forms[0].submit()
`

const refusedScript = `document.querySelector('button').addEventListener('click', () => (history.length > 1 ? history.back() : location.replace('/')))`

const style = `
html,body{height:100%;margin:0;background:#fff;color:#17202c;font:16px/1.5 system-ui,sans-serif}
body{display:flex;flex-direction:column;height:100dvh}
header{display:flex;align-items:center;min-height:44px;padding:0 8px;border-bottom:1px solid #e3e6eb}
button{min-width:44px;min-height:44px;padding:0 8px;border:0;background:none;color:#1f5fe8;font:inherit}
h1{flex:1;min-width:0;margin:0 8px;overflow:hidden;font-size:16px;font-weight:600;text-overflow:ellipsis;white-space:nowrap}
iframe{flex:1;width:100%;border:0}
main{padding:24px}
@media (prefers-color-scheme:dark){html,body{background:#171e27;color:#edf0f4}header{border-color:#2a3442}button{color:#8fb2ff}}
`

/** The page with the office service in a frame, and its policy. */
export function officePage(page: OfficePage): { html: string; policy: string } {
  const { language, name, address, origins, token, expiresAt } = page
  const data = JSON.stringify({ origin: new URL(address).origin }).replace(/</g, '\\u003c')
  const framed = [...new Set([new URL(address).origin, ...origins])]
  const body = `<header><button type="button">‹ ${officeWords[language].back}</button><h1>${escaped(name)}</h1></header>
<form method="post" target="office" action="${escaped(address)}">
<input type="hidden" name="access_token" value="${escaped(token)}"><input type="hidden" name="access_token_ttl" value="${expiresAt}">
</form>
<iframe name="office" title="${escaped(name)}" allow="clipboard-read; clipboard-write; fullscreen" allowfullscreen></iframe>
<script type="application/json" id="office">${data}</script><script>${script}</script>`
  return { html: documentOf(language, name, body), policy: policyOf(script, framed) }
}

/** The page that says why a file cannot be edited. @param reason in the reader's language */
export function officeRefusedPage(language: Language, reason: string): { html: string; policy: string } {
  const { back, failed } = officeWords[language]
  const body = `<header><button type="button">‹ ${back}</button><h1>${escaped(failed)}</h1></header>
<main><p role="alert">${escaped(reason)}</p></main><script>${refusedScript}</script>`
  return { html: documentOf(language, failed, body), policy: policyOf(refusedScript, []) }
}

function documentOf(language: Language, title: string, body: string): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title><style>${style}</style></head><body>${body}</body></html>`
}

function policyOf(inline: string, framed: readonly string[]): string {
  const origins = framed.length === 0 ? ["'none'"] : [...framed]
  return policyText({
    'default-src': ["'none'"],
    'script-src': [hashOf(inline)],
    'style-src': [hashOf(style)],
    'frame-src': origins,
    'form-action': origins,
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
  })
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
