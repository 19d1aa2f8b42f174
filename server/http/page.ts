import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Configuration } from '../configuration'
import type { Dependencies } from '../dependencies'
import { Refused } from '../errors'
import { ownSpace } from '../services/account'
import { isStepMissing } from '../services/sessions'
import { brandingOf } from '../services/shareBranding'
import { authenticate, contextOf } from './authenticate'
import { baseInfoOf } from './baseInfo'
import { devices, noDevices, pagePolicy, workerPolicy } from './contentSecurity'
import type { RequestContext } from './handler'
import { frameAncestors, framedBy } from './openPage'
import { hashed, keepBuilds } from './previousBuilds'
import { sharePageTags, sharedName } from './sharePage'

type Ports = Pick<Dependencies, 'db' | 'clock' | 'sign' | 'config'>

/** Answers the address of a screen with the page; null when it is none, or nothing was built. */
export type ServePage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | null

/** An address that asks for a file, not for a screen. */
const asset = /\.(js|css|map|json|txt|svg|png|jpe?g|webp|gif|ico|woff2?|ttf|mp3|wasm|br|gz)$/
/** The script of a worker, also packed. */
const worker = /[.-]worker\b[^/]*\.m?js(\.(br|gz))?$/
/** What pages of others load to show the drive in a frame. */
const sdk = /[\\/]embed[\\/][\w-]+\.(js|d\.ts)(\.(br|gz))?$/
/** Where the data of the page are put: at the mark of the build, or before the first script that could read them. */
const bootMark = /<!-- first (\{.*?\}) -->|(?=<script)|(?=<\/head>)/

export interface Web {
  serve: ServePage
  /** Names the build that is served now; '' when there is none. */
  build(): string
}

/** The web client: its files, those of its previous builds (AH-32), and its page for every address that is a screen. */
export async function registerPage(app: FastifyInstance, ports: Ports, folder: string): Promise<Web> {
  const previous = keepBuilds(folder, join(ports.config.dataFolder, 'web'), app.log)
  if (existsSync(folder)) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      allowedPath: (path) => !path.endsWith('.html') && !path.endsWith('/'),
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
  const read = pageReader(join(folder, 'index.html'), ports.config, () => void previous.keep())
  read()
  app.addHook('onClose', () => previous.settled())
  const sendPrevious = async (reply: FastifyReply, path: string) => reply.sendFile(path, previous.folder)
  const serve: ServePage = (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead && previous.has(path)) return sendPrevious(reply, path)
    const isScreen = isRead && !/^\/api(\/|$)/.test(path) && !asset.test(path)
    const page = isScreen ? read() : null
    return page && sendPage(request, reply, ports, page)
  }
  return { serve, build: () => read()?.build ?? '' }
}

interface Page {
  /** Its name: the page names all files of its build by their hashes. */
  build: string
  before: string
  after: string
  policy: string
  /** In a messenger's browser, whose JS-SDK it loads. */
  messengerPolicy: string
  first: FirstFiles
}

/** Files that a context needs besides those that the page names, as the build tells them. */
interface FirstFiles {
  /** By `language` and by `wording-language`. */
  words: Record<string, string[]>
  /** By the pattern of the screen's address, such as `/share/:code`. */
  pages: Record<string, string[]>
  /** The words of such a screen by language. */
  pageWords?: Record<string, Record<string, string[]>>
}

/** Reads the file again when it was built anew, and tells. */
function pageReader(path: string, config: Configuration, told: () => void): () => Page | null {
  let known: { page: Page; modified: number } | null = null
  return () => {
    const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    if (modified === undefined) return null
    if (known?.modified !== modified) {
      known = { page: split(readFileSync(path, 'utf8'), config), modified }
      told()
    }
    return known.page
  }
}

function split(html: string, { officePreviewUrl, documentEditorUrl, messengers }: Configuration): Page {
  const mark = bootMark.exec(html)
  const at = mark?.index ?? html.length
  const framed = [officePreviewUrl, documentEditorUrl].filter((address) => address !== null)
  const isSigned = messengers.wechatAccount !== null || messengers.wecom !== null
  return {
    build: createHash('sha256').update(html).digest('hex').slice(0, 16),
    before: html.slice(0, at),
    after: html.slice(at + (mark?.[0].length ?? 0)),
    policy: pagePolicy(html, framed),
    messengerPolicy: pagePolicy(html, framed, isSigned ? [messengers.scriptUrl] : []),
    first: mark?.[1] ? (JSON.parse(mark[1]) as FirstFiles) : { words: {}, pages: {} },
  }
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  ports: Ports,
  { build, before, after, policy, messengerPolicy, first }: Page,
) {
  const ancestors = await frameAncestors(ports, request.url)
  // Whoever shows it in a frame must not have what a session would show.
  const signedIn = ancestors === undefined ? await authenticate(request, ports) : null
  const context = contextOf(request, signedIn)
  const uniqueName = sharedName(request.url)
  const branding = uniqueName === undefined ? undefined : await brandingFor(ports, uniqueName, request)
  const baseInfo = await baseInfoOf(context, request, ports, branding)
  const boot = {
    is_user_logged_in: signedIn !== null,
    base_info: baseInfo,
    space_info: signedIn && !isStepMissing(signedIn) ? await ownSpace(ports.db, signedIn.actor) : null,
  }
  const files = filesOf(first, request.url, context)
  const styles = files.filter((address) => address.endsWith('.css'))
  const scripts = files.filter((address) => !address.endsWith('.css'))
  const own = isMessenger(request) ? messengerPolicy : policy
  // An older word for frame-ancestors, which knows of no origins.
  if (ancestors !== undefined) reply.removeHeader('x-frame-options')
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', signedIn || ancestors !== undefined ? 'no-store' : 'private, no-cache')
    .header('permissions-policy', ancestors === undefined ? devices : noDevices)
    .header('content-security-policy', ancestors === undefined ? own : framedBy(own, ancestors))
    .send(
      [
        before.replace(/(<html lang=")[^"]*/, `$1${context.language}`),
        uniqueName === undefined ? '' : await sharePageTags(ports, uniqueName, baseInfo),
        `<meta name="build" content="${build}"><script type="application/json" id="boot">${escaped(boot)}</script>`,
        ...scripts.map((address) => `<script defer src="${address}"></script>`),
        // A screen's styles come behind the app's, as when the app itself fetches them, and behind the shell, which asks before they are there.
        after.replace(
          /(<\/body>)?(<\/html>)?\s*$/,
          (end) => `${styles.map((address) => `<link rel="stylesheet" href="${address}">`).join('')}${end}`,
        ),
      ].join(''),
    )
}

/** A page comes in any case: to who tries too many names without it. */
async function brandingFor(ports: Ports, uniqueName: string, { ip: address }: FastifyRequest) {
  try {
    return await brandingOf(ports, { uniqueName, address })
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}

/** WeCom calls itself so, too. */
function isMessenger({ headers }: FastifyRequest): boolean {
  return /\bMicroMessenger\//i.test(headers['user-agent'] ?? '')
}

/** RT-01: where the root and an unknown address lead. */
const home = '/files/frequent'

/** The words of the visitor's language, and the code and words of the screen at the address. */
function filesOf({ words, pages, pageWords = {} }: FirstFiles, url: string, context: RequestContext): string[] {
  const { language, wording } = context
  const path = url.split('?', 1)[0]!.replace(/^\/h5(?=\/)/, '')
  const at = (address: string) => Object.entries(pages).filter(([pattern]) => patternOf(pattern).test(address))
  const found = at(path)
  const screens = found.length > 0 ? found : at(home)
  return [
    words[language],
    words[`${wording}-${language}`],
    ...screens.flatMap(([pattern, files]) => [files, pageWords[pattern]?.[language]]),
  ].flatMap((files) => files ?? [])
}

/** Of a pattern such as `/files/:space/:id?`. */
function patternOf(pattern: string): RegExp {
  return new RegExp(
    `^${pattern.replace(/\/:\w+(\?)?/g, (_, optional?: string) => (optional ? '(?:/[^/]+)?' : '/[^/]+'))}/?$`,
  )
}

/** JSON that no HTML parser can mistake for the end of its element. */
export function escaped(value: unknown) {
  return JSON.stringify(value).replace(/</g, '\\u003c')
}
