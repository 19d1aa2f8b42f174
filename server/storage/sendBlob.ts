import type { FastifyReply, FastifyRequest } from 'fastify'
import { withoutDirections } from '@/domain/items/naming'
import { readRange } from './byteRange'
import type { ActorKey } from '../actors/actorKey'
import { READ_CHUNK, type BlobStorage } from './BlobStorage'

export interface Sendable {
  key: string
  /** The actor of the address. */
  reader: ActorKey
  /** bytes */
  size: number
  contentType: string
  /** Without quotes; changes whenever the bytes do. */
  etag: string
  cacheControl: string
  /** The file name for saving; absent when the blob is shown in place. */
  saveAs?: string
}

/**
 * Answers with a blob or a range of the blob. Supports ranges, If-Range, If-None-Match and HEAD (RFC 9110). A blob cannot run as a page of ours:
 * browsers may not guess the type, and they open the blob in a sandbox.
 */
export async function sendBlob(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: BlobStorage,
  blob: Sendable,
): Promise<FastifyReply> {
  const etag = `"${blob.etag}"`
  reply
    .header('etag', etag)
    .header('accept-ranges', 'bytes')
    .header('cache-control', blob.cacheControl)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
  if (blob.saveAs !== undefined) offerAs(reply, blob.saveAs)
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()

  const wanted = isStillFor(request.headers['if-range'] as string | undefined, etag) ? request.headers.range : undefined
  const range = readRange(wanted, blob.size)
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${blob.size}`).send()

  reply.header('content-type', blob.contentType)
  if (range !== 'whole') reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${blob.size}`)
  const length = range === 'whole' ? blob.size : range.end - range.start + 1
  reply.header('content-length', length)
  if (request.method === 'HEAD') return reply.send('')
  if (length > READ_CHUNK) await request.server.sending.take('file', blob.reader, request, reply.raw)
  return reply.send(await storage.read(blob.key, range === 'whole' ? undefined : range))
}

/** Has the client save the answer under a name. The header is spelt in capitals, because clients of the open platform compare it letter by letter. */
export function offerAs(reply: FastifyReply, fileName: string): void {
  reply.raw.setHeader('Content-Disposition', attachment(fileName))
}

/** `attachment` with an ASCII replacement for old readers and the exact name (RFC 8187). The name must hold no lone surrogates. */
function attachment(fileName: string): string {
  const name = withoutDirections(fileName)
  const shadow = name.replace(/[^\x20-\x7e]|["\\%;]/g, '_')
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${shadow}"; filename*=UTF-8''${exact}`
}

/** Whether If-None-Match names these bytes. Splits at commas alone: a pattern with blanks takes seconds for a header that is full of them. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch?.split(',').some((each) => each.trim() === etag) ?? false
}

/** Whether If-Range still names these bytes, or is absent. A date never matches, because blobs have no date of their own. */
function isStillFor(ifRange: string | undefined, etag: string): boolean {
  return ifRange === undefined || ifRange === etag
}
