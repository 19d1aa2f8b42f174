import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readLinkPath, readPath, readPreview, withoutBase } from '@/domain/addresses'
import { consentPage } from '@/domain/applications/consent'
import type { Dependencies } from '../dependencies'
import { Refused } from '../errors'
import { ownSpace } from '../services/session/account'
import { isStepMissing } from '../services/session/sessions'
import { brandingOf } from '../services/landing/branding'
import { authenticate, contextOf, type SessionPorts } from '../http/authenticate'
import { baseInfoOf } from '../http/baseInfo'
import { notFound, type ServePage } from '../http/failures'
import { devicePolicy, noDevicePolicy, pagePolicy, workerPolicy } from './contentSecurity'
import { consoleCallsOf, consolePlaceAt, firstCallOf, previewCallsOf, type FirstCall } from './firstCall'
import type { RequestContext } from '../http/handler'
import { unknownParty } from '../http/turns'
import { frameAncestors, withFrameAncestors } from './openPage'
import { buildReader, filesOf, MANIFEST_FILE, screensAt, startAt, type Build } from './manifest'
import { hashed, keepBuilds } from './previousBuilds'
import { attribute, sharePageTags } from './sharePage'
import {
  beginning,
  inlineScript,
  loadingElement,
  isShellOf,
  nameOfShell,
  pageRest,
  sendManifest,
  sendShell,
  shellHeader,
} from './shell'

type Ports = SessionPorts & Pick<Dependencies, 'sign' | 'bucket'>

/** An address that asks for a file, not for a screen. */
const asset = /\.(js|css|map|json|txt|svg|png|jpe?g|webp|gif|ico|woff2?|ttf|mp3|wasm|br|gz)$/
/** The script of a worker, also compressed. */
const worker = /[.-]worker\b[^/]*\.m?js(\.(br|gz))?$/
/** The files that foreign pages load to show the drive in a frame. */
const sdk = /[\\/]embed[\\/][\w-]+\.(js|d\.ts)(\.(br|gz))?$/

export interface Web {
  serve: ServePage
  /** The id of the build that is served now; '' when there is none. */
  build(): string
}

/** Serves the web client: its files, those of previous builds (AH-32), and its page for every address of a screen. */
export async function registerPage(app: FastifyInstance, ports: Ports, folder: string): Promise<Web> {
  const previous = keepBuilds(folder, join(ports.config.dataFolder, 'web'), app.log, ports.bucket)
  if (existsSync(folder)) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      allowedPath: (path) => !/\.html$|\/$/.test(path) && path !== `/${MANIFEST_FILE}`,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header(
          'cache-control',
          hashed.test(path.replace(/\.(br|gz)$/, '')) ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
        if (worker.test(path)) reply.header('content-security-policy', workerPolicy)
        if (sdk.test(path))
          reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin')
      },
    })
  }
  const read = buildReader(join(folder, MANIFEST_FILE), () => void previous.copyCurrent())
  read()
  app.addHook('onClose', () => previous.whenIdle())
  const sendPrevious = async (reply: FastifyReply, path: string) => reply.sendFile(path, previous.folder)
  const fetchPrevious = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const isThere = await ports.turns.pages.run(unknownParty(request), () => previous.fetch(path))
    return isThere ? reply.sendFile(path, previous.folder) : notFound(request, reply)
  }
  const serve: ServePage = (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead && previous.has(path)) return sendPrevious(reply, path)
    if (isRead && ports.bucket && hashed.test(path) && asset.test(path)) return fetchPrevious(request, reply, path)
    const isScreen = isRead && !/^\/api(\/|$)/.test(path) && !asset.test(path)
    const build = isScreen ? read() : null
    if (!build) return null
    if (path === '/manifest.webmanifest') return sendManifest(request, reply, ports)
    if (path === '/shell' && build.kept) return sendShell(request, reply, ports, build)
    return ports.turns.pages.run(unknownParty(request), () => sendPage(request, reply, ports, build))
  }
  return { serve, build: () => read()?.id ?? '' }
}

async function sendPage(request: FastifyRequest, reply: FastifyReply, ports: Ports, build: Build) {
  const ancestors = await frameAncestors(ports, request.url)
  // A page in a foreign frame is sent as for a signed-out user, so that the frame's owner cannot see the session's data.
  const signedIn = ancestors === undefined ? await authenticate(request, ports, true) : null
  const context = contextOf(request, signedIn)
  const uniqueName = readLinkPath(request.url.split('?', 1)[0]!)
  const branding = uniqueName === undefined ? undefined : await brandingFor(ports, uniqueName, request)
  const isIn = signedIn !== null && !isStepMissing(signedIn)
  const isBrowser = signedIn !== null && !isWebView(request)
  const previewed = isIn && isBrowser ? readPreview(request.url) : null
  const consolePlace = consolePlaceAt(request.url)
  const above = [...(previewed ? ['preview'] : []), ...(consolePlace === 'other' ? ['console'] : [])]
  const screens = [...above, ...screensAt(build, request.url)]
  const start = startAt(build, screens)
  const files = filesOf(build, screens, context)
  const [baseInfo, space, list, answers] = await Promise.all([
    baseInfoOf(context, request, ports, branding),
    isIn ? ownSpace(ports.db, signedIn.actor) : null,
    isBrowser && !previewed && start ? firstCallOf(request) : null,
    previewed
      ? previewCallsOf(request, previewed)
      : isIn && isBrowser && consolePlace === 'people' && consoleCallsOf(request),
  ])
  const boot = { is_user_logged_in: signedIn !== null, base_info: baseInfo, space_info: space }
  const elements = (isStyle: boolean) =>
    files.filter((address) => address.endsWith('.css') === isStyle).map(loadingElement)
  const visit = {
    data: `<script type="application/json" id="boot">${escaped(boot)}</script>`,
    scripts: elements(false).join(''),
    start: start
      ? (answers ? firstOfPreview(answers) : firstOf(list, uniqueName, build, context)) + inlineScript(start)
      : '',
    // A screen's styles come after the app's, as when the app loads them, and after the start script, so that its request starts first.
    styles: elements(true).join(''),
  }
  const { messengers } = ports.config
  const isSigned = messengers.wechatAccount !== null || messengers.wecom !== null
  // The browser of a messenger loads its JS-SDK.
  const own = pagePolicy([start], ports.config, isSigned && isMessenger(request) ? [messengers.scriptUrl] : [])
  // On a page in a frame, users would press what they do not see. The address is read as the router of the client reads it.
  const isConsent = readPath(consentPage, withoutBase(request.url.split('?', 1)[0]!)) !== undefined
  if (isConsent) reply.header('x-frame-options', 'DENY')
  // x-frame-options is older than frame-ancestors and cannot name origins.
  if (ancestors !== undefined) reply.removeHeader('x-frame-options')
  reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', signedIn || ancestors !== undefined ? 'no-store' : 'private, no-cache')
    .header('permissions-policy', ancestors === undefined ? devicePolicy : noDevicePolicy)
    .header('content-security-policy', withFrameAncestors(own, ancestors ?? (isConsent ? "'none'" : "'self'")))
  if (isShellOf(request, build, context))
    return reply.header(shellHeader, nameOfShell(build, context)).send(pageRest(build, visit))
  return reply.send(
    [
      beginning(build, context, uniqueName === undefined ? '' : await sharePageTags(ports, uniqueName, baseInfo)),
      visit.data,
      visit.scripts,
      ...build.page.scripts.map(loadingElement),
      build.page.after,
      visit.start,
      visit.styles,
      build.page.end,
    ].join(''),
  )
}

/**
 * Data for the script that begins the visit: the address of the first call and, for a list, its answer and the texts of its rows. Sent as JSON and
 * escaped, because names come from other people.
 */
function firstOf(
  list: FirstCall | null,
  uniqueName: string | undefined,
  { rowWords }: Build,
  { language, wording }: RequestContext,
): string {
  const call =
    list ??
    (uniqueName === undefined ? null : { space: 'share', path: `/api/apps/share_links/info/${uniqueName}`, text: null })
  if (!call) return ''
  const texts = [rowWords[language], rowWords[`${wording}-${language}`]].filter((words) => words !== undefined)
  return [
    call.text === null ? '' : `<script type="application/json" id="row-words">${escaped(texts)}</script>`,
    `<script type="application/json" id="first" data-space="${call.space}" data-path="${attribute(call.path)}">${(call.text ?? '').replace(/</g, '\\u003c')}</script>`,
  ].join('')
}

/** Like `firstOf`, for a file open over the page: the answers by the address of their call. */
function firstOfPreview(answers: Record<string, string>): string {
  const members = Object.entries(answers).map(([path, text]) => `${JSON.stringify(path)}:${text}`)
  return `<script type="application/json" id="first">{${members.join().replace(/</g, '\\u003c')}}</script>`
}

/** Never fails: a client that tried too many link names still gets the page, unbranded. */
async function brandingFor(ports: Ports, uniqueName: string, { ip: address }: FastifyRequest) {
  try {
    return await brandingOf(ports, { uniqueName, address })
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}

/** A mini-program's web view. Its token identifies the reader, who may differ from the cookie's user (CTX-03). */
function isWebView({ headers }: FastifyRequest): boolean {
  return /\bminiProgram\b/.test(headers['user-agent'] ?? '')
}

/** WeCom's browser also matches. */
function isMessenger({ headers }: FastifyRequest): boolean {
  return /\bMicroMessenger\//i.test(headers['user-agent'] ?? '')
}

/** JSON that no HTML parser can mistake for the end of its element. */
export function escaped(value: unknown) {
  return JSON.stringify(value).replace(/</g, '\\u003c')
}
