import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Shell } from '@/domain/session/shell'
import type { Dependencies } from '../dependencies'
import { authenticate, contextOf } from '../http/authenticate'
import { baseInfoOf } from '../http/baseInfo'
import { devicePolicy } from './contentSecurity'
import type { RequestContext } from '../http/handler'
import { filesOf, screensAt, startAt, type PageText } from './pageText'

type Ports = Pick<Dependencies, 'db' | 'clock' | 'sign' | 'config'>
type Look = Pick<RequestContext, 'language' | 'wording'>

/** The parts of a visit's page that its shell lacks. */
export interface PageParts {
  data: string
  scripts: string
  start: string
  styles: string
}

/** In a request: the shell that the service worker has. In an answer: the shell that the rest belongs to. */
export const shellHeader = 'x-shell'

const list = '/files/own'
const ownScripts = /<script[^>]* src="([^"]+)"[^>]*><\/script>/g

/** Each build, language and wording has a shell of its own. */
export function nameOfShell({ build }: PageText, { language, wording }: Look): string {
  return [build, language, wording].join('.')
}

export function isShellOf(request: FastifyRequest, page: PageText, look: Look): boolean {
  return page.kept !== '' && request.headers[shellHeader] === nameOfShell(page, look)
}

/** The rest of a list's page, whose beginning a service worker already shows. */
export function pageRest({ after, end }: PageText, { data, scripts, start, styles }: PageParts): string {
  return [data, scripts, ...(after.match(ownScripts) ?? []), start, styles, end].join('')
}

/** The part of a list's page that a service worker stores. Of the reader it holds only the language (AH-28). */
export async function sendShell(request: FastifyRequest, reply: FastifyReply, ports: Ports, page: PageText) {
  const context = contextOf(request, await authenticate(request, ports))
  const { before, after, end, kept, build, first } = page
  const screens = screensAt(page, list)
  const { offline = {} } = first
  const later = ['', context.language].flatMap((name) => offline[name] ?? [])
  const offlineScripts = later.filter((address) => /\/offline\.[^/]*\.js$/.test(address))
  const own = [...after.matchAll(ownScripts)].map(([, address]) => address!)
  const needed = [...filesOf(page, screens, context), ...own]
  const shell: Shell = {
    name: nameOfShell(page, context),
    html: [
      before.replace(/(<html lang=")[^"]*/, `$1${context.language}`),
      `<meta name="build" content="${build}">`,
      after.replace(ownScripts, ''),
      kept,
    ].join(''),
    end: [...offlineScripts.map((address) => scriptOf(address, '')), ...needed.map(loadingElement), end].join(''),
    files: [...new Set([...needed, ...later])],
  }
  const { shellPolicy } = startAt(page, screens)
  return (
    reply
      .header('cache-control', 'private, no-cache')
      // The service worker serves the page with these headers.
      .header('content-security-policy', shellPolicy)
      .header('permissions-policy', devicePolicy)
      .send(shell)
  )
}

/** The element that loads a file of the build into a page. */
export function loadingElement(address: string): string {
  return address.endsWith('.css') ? `<link rel="stylesheet" href="${address}">` : scriptOf(address, 'defer ')
}

function scriptOf(address: string, when: string): string {
  return `<script ${when}src="${address}"></script>`
}

/** The manifest for installing the app (AH-28). */
export async function sendManifest(request: FastifyRequest, reply: FastifyReply, ports: Ports) {
  const { product_name: name } = await baseInfoOf(contextOf(request, null), request, ports)
  const icon = (size: number) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' })
  return reply
    .header('content-type', 'application/manifest+json; charset=utf-8')
    .header('cache-control', 'private, no-cache')
    .send(
      JSON.stringify({
        id: '/',
        name,
        short_name: name,
        start_url: '/',
        scope: '/',
        display: 'standalone',
        background_color: '#ffffff',
        theme_color: '#ffffff',
        icons: [icon(192), icon(512), { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' }],
      }),
    )
}
