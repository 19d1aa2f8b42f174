import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '@/contract/entities'
import { saveWords } from '@/i18n/errors/save'
import { DOWNLOAD_CONTENT, PACK_CONTENT } from '../../crypto/signedAddresses'
import type { Dependencies } from '../../dependencies'
import { DOWNLOAD as RENDITIONS } from '../../previews/previewFiles'

const SAVE = '/api/apps/files/save'

/**
 * The page through which a browser saves a file: redirects to the signed address `to`. WeChat's browser cannot save files, so it gets a page
 * that explains how to open the system's browser. The system's browser has no cookies of WeChat, so the page's address contains the signed address
 * `to`, which authorises the download (ACT-11).
 */
export function registerSave(app: FastifyInstance, { sign, config }: Pick<Dependencies, 'sign' | 'config'>): void {
  app.get<{ Querystring: { to?: string | string[] } }>(SAVE, async (request, reply) => {
    const { to = '' } = request.query
    const { language } = request.context
    if (!isOurs(to)) return page(reply.code(403), language, gonePage(language))
    if (!isWeChat(request)) return reply.redirect(to)
    const { origin } = new URL(config.baseUrl ?? `${request.protocol}://${request.host}`)
    return page(reply, language, guidePage(language, origin + request.url))
  })

  function isOurs(to: string | string[]): to is string {
    if (typeof to !== 'string') return false
    if (
      ![`${DOWNLOAD_CONTENT}?`, `${PACK_CONTENT}?`, `${RENDITIONS}?kind=original&`].some((head) => to.startsWith(head))
    )
      return false
    try {
      return sign.verify(to) !== ''
    } catch {
      return false
    }
  }
}

function isWeChat({ headers }: FastifyRequest): boolean {
  return /MicroMessenger/i.test(headers['user-agent'] ?? '')
}

function page(reply: FastifyReply, language: Language, body: string) {
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
    )
    .header('cache-control', 'no-store')
    .send(
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
        `<meta name="color-scheme" content="light dark"><title>${saveWords[language].title}</title><style>${style}</style></head><body>${body}</body></html>`,
    )
}

function guidePage(language: Language, address: string): string {
  const { title, steps, address: hint } = saveWords[language]
  const lines = steps.map((step) => `<p>${escaped(step)}</p>`).join('')
  return (
    `<div class="arrow" aria-hidden="true">↗</div><main><h1>${escaped(title)}</h1>${lines}` +
    `<label>${escaped(hint)}<textarea readonly rows="4">${escaped(address)}</textarea></label></main>`
  )
}

function gonePage(language: Language): string {
  const { gone, goneText } = saveWords[language]
  return `<main><h1>${escaped(gone)}</h1><p>${escaped(goneText)}</p></main>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

const style = `
body{margin:0;font:16px/1.6 system-ui,sans-serif;background:#fff;color:#17202c}
main{padding:24px 24px 40px}h1{margin:0 0 12px;font-size:20px;line-height:1.4}p{margin:0 0 8px;color:#5f6977}
.arrow{padding:8px 20px 0;text-align:right;font-size:48px;line-height:1;color:#1f5fe8}
label{display:block;margin-top:28px;font-size:14px;color:#5f6977}
textarea{box-sizing:border-box;width:100%;margin-top:8px;padding:10px 12px;border:1px solid #e3e6eb;border-radius:10px;background:#f6f7f9;color:inherit;font:13px/1.5 ui-monospace,monospace;resize:none;word-break:break-all}
@media (prefers-color-scheme:dark){body{background:#171e27;color:#edf0f4}p,label{color:#a3abb8}.arrow{color:#5b8dff}textarea{background:#0f141b;border-color:#2a3442}}
`
