import type { FastifyReply, FastifyRequest } from 'fastify'
import { listPath } from '@/domain/addresses'
import type { Shell } from '@/domain/session/shell'
import type { Dependencies } from '../dependencies'
import { authenticate, contextOf, type SessionPorts } from '../http/authenticate'
import { baseInfoOf } from '../http/baseInfo'
import { devicePolicy, pagePolicy } from './contentSecurity'
import type { RequestContext } from '../http/handler'
import { filesOf, screensAt, startAt, type Build, type Script } from './manifest'

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

const list = listPath({ space: 'own' })

/** Each build, language and wording has a shell of its own. */
export function nameOfShell({ id }: Build, { language, wording }: Look): string {
  return [id, language, wording].join('.')
}

export function isShellOf(request: FastifyRequest, build: Build, look: Look): boolean {
  return build.kept !== undefined && request.headers[shellHeader] === nameOfShell(build, look)
}

/** The rest of a list's page, whose beginning a service worker already shows. */
export function pageRest({ page: { scripts: own, end } }: Build, { data, scripts, start, styles }: PageParts): string {
  return [data, scripts, ...own.map(loadingElement), start, styles, end].join('')
}

/** The part of a list's page that a service worker stores. Only the language and the wording depend on the reader (AH-28). */
export async function sendShell(request: FastifyRequest, reply: FastifyReply, ports: SessionPorts, build: Build) {
  const context = contextOf(request, await authenticate(request, ports))
  const { kept, page, offline, offlineStart } = build
  const screens = screensAt(build, list)
  const starting = offlineStart === undefined ? [] : [offlineStart]
  const later = [...starting, ...['', context.language].flatMap((name) => offline[name] ?? [])]
  const needed = [...filesOf(build, screens, context), ...page.scripts]
  const shell: Shell = {
    name: nameOfShell(build, context),
    html: [beginning(build, context), page.after, inlineScript(kept)].join(''),
    end: [...starting.map((address) => scriptOf(address, '')), ...needed.map(loadingElement), page.end].join(''),
    files: [...new Set([...needed, ...later])],
  }
  // An address of a list may open a file over the list, so the policy allows the preview's start script, too.
  const policy = pagePolicy([startAt(build, screens), kept, build.screens.preview?.start], ports.config)
  return (
    reply
      .header('cache-control', 'private, no-cache')
      // The service worker serves the page with these headers.
      .header('content-security-policy', policy)
      .header('permissions-policy', devicePolicy)
      .send(shell)
  )
}

/** The page before the data of a visit. @param tags of the page's head */
export function beginning({ id, page }: Build, { language }: Pick<Look, 'language'>, tags = ''): string {
  return `${page.before.replace(/(<html lang=")[^"]*/, `$1${language}`)}${tags}<meta name="build" content="${id}">`
}

export function inlineScript(script: Script | undefined): string {
  return script ? `<script>${script.text}</script>` : ''
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
