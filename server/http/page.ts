import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Dependencies } from '../dependencies'
import { presentBaseInfo } from '../presenters/presentBaseInfo'
import { ownSpace } from '../queries/spaces'
import { pagePolicy } from './contentSecurity'
import { authenticate, wordsOf } from './visits'

/** Answers the address of a screen with the page; null when it is none, or nothing was built. */
export type ServePage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | null

/** A name that carries the hash of its content. */
const hashed = /[.-][0-9a-f]{8,}\.[a-z0-9.]+$/
/** An address that asks for a file, not for a screen. */
const asset = /\.(js|css|map|json|txt|svg|png|jpe?g|webp|gif|ico|woff2?|ttf|mp3|wasm|br|gz)$/
/** Where the data of the page are put: its own mark, or before the first script that could read them. */
const bootMark = /<!-- boot -->|(?=<script)|(?=<\/head>)/

/** The web client: its files, and its page for every address that is a screen. */
export async function registerPage(app: FastifyInstance, deps: Dependencies, folder: string): Promise<ServePage> {
  if (existsSync(folder)) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      allowedPath: (path) => path !== '/index.html' && !path.endsWith('/'),
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.setHeader('cache-control', hashed.test(path.replace(/\.(br|gz)$/, '')) ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  const read = pageReader(join(folder, 'index.html'))
  return (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const isScreen = (request.method === 'GET' || request.method === 'HEAD') && !/^\/api(\/|$)/.test(path) && !asset.test(path)
    const page = isScreen ? read() : null
    return page && sendPage(request, reply, deps, page)
  }
}

interface Page {
  before: string
  after: string
  policy: string
}

/** Reads the file again when it was built anew. */
function pageReader(path: string): () => Page | null {
  let known: { page: Page; modified: number } | null = null
  return () => {
    const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    if (modified === undefined) return null
    if (known?.modified !== modified) {
      known = { page: split(readFileSync(path, 'utf8')), modified }
    }
    return known.page
  }
}

function split(html: string): Page {
  const mark = bootMark.exec(html)
  const at = mark?.index ?? html.length
  return { before: html.slice(0, at), after: html.slice(at + (mark?.[0].length ?? 0)), policy: pagePolicy(html) }
}

async function sendPage(request: FastifyRequest, reply: FastifyReply, deps: Dependencies, { before, after, policy }: Page) {
  const signedIn = await authenticate(request, deps)
  const visit = wordsOf(request, signedIn)
  const boot = {
    is_user_logged_in: signedIn !== null,
    base_info: presentBaseInfo(visit, request, deps),
    space_info: signedIn && await ownSpace(deps.db, signedIn),
  }
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'private, no-cache')
    .header('content-security-policy', policy)
    .send(`${before}<script type="application/json" id="boot">${escaped(boot)}</script>${after}`)
}

/** JSON that no HTML parser can mistake for the end of its element. */
function escaped(value: unknown) {
  return JSON.stringify(value).replace(/</g, '\\u003c')
}
