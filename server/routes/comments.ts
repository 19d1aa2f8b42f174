import type { FastifyInstance } from 'fastify'
import { CommentedId, type commentCalls } from '@/contract/comments'
import { VOICE } from '../crypto/signedAddresses'
import type { Dependencies } from '../dependencies'
import { addressRefused, invalidRequest, itemNotFound } from '../errors'
import { requireUser, userOf, type Handlers } from '../http/handler'
import { presentComment } from '../presenters/comments'
import { Commenting, listComments, type CommentPlace } from '../services/comments/comments'
import { listPassages } from '../services/comments/passages'
import { CommentThreads } from '../services/comments/threads'
import { requireVoice, VoiceComments } from '../services/comments/voices'
import { sendBlob } from '../storage/sendBlob'

const CREATE_VOICE = '/api/apps/comments/create_voice'
/** bytes of a one-minute recording in any format of phones and browsers */
const MAX_BYTES = 4 * 1024 * 1024
/** ms to receive a recording, because a recording occupies a place in memory until the answer is sent */
const RECEIVE_TIMEOUT = 60_000

type Ports = Pick<
  Dependencies,
  'db' | 'clock' | 'config' | 'sign' | 'storage' | 'contentCheck' | 'previews' | 'jobs' | 'messengers'
>

/** Comments on items, including voice comments; both kinds count towards the same limits. */
export function commentRoutes(app: FastifyInstance, ports: Ports): Handlers<typeof commentCalls> {
  const { db, sign } = ports
  const commenting = new Commenting(ports)
  const threads = new CommentThreads(ports)
  registerVoices(app, ports, commenting)
  return {
    'POST /apps/comments/create': requireUser(
      async ({ actor }, { content, item_typed_id: itemTypedId, answer_to_id: answerToId, passage }) => ({
        comment: presentComment(
          await commenting.post(actor, { itemTypedId, answerToId }, content, { ends: passage }),
          sign,
          actor,
        ),
      }),
    ),

    'GET /apps/comments/passages': requireUser(async ({ actor }, { file_id }) => ({
      passages: (await listPassages(db, actor, file_id)).map(({ id, passage }) => ({ comment_id: id, ...passage })),
    })),

    'POST /apps/comments/delete': requireUser(async ({ actor }, { comment_id }) => {
      await commenting.remove(actor, comment_id)
      return {}
    }),

    'POST /apps/comments/restore': requireUser(async ({ actor }, { comment_id }) => ({
      comment: presentComment(await commenting.restore(actor, comment_id), sign, actor),
    })),

    'POST /apps/comments/resolve': requireUser(async ({ actor }, { comment_id, resolved }) => {
      await threads.setResolved(actor, comment_id, resolved)
      return {}
    }),

    'GET /apps/files/comments': requireUser(async ({ actor }, input) => {
      const { comments, hasEarlier, total, isShared, focusId } = await listComments(db, actor, {
        itemTypedId: input.item_typed_id,
        isWhole: input.no_pagination ?? false,
        messageId: input.message_id,
        before: input.before,
      })
      return {
        comments: comments.map((comment) => presentComment(comment, sign, actor)),
        has_earlier: hasEarlier,
        total_count: total,
        is_collaborative: isShared,
        takes_voices: ports.previews.hasVoices,
        focus_comment_id: focusId,
      }
    }),
  }
}

const commented = new RegExp((CommentedId as unknown as { pattern: string }).pattern)

/** @throws Refused item_not_found, invalid_request for an `answer_to_id` that is no id */
function placeIn(query: unknown): CommentPlace {
  const { item_typed_id: itemTypedId, answer_to_id: answered } = query as Record<string, unknown>
  if (typeof itemTypedId !== 'string' || !commented.test(itemTypedId)) throw itemNotFound()
  if (answered === undefined) return { itemTypedId }
  if (typeof answered !== 'string' || !/^[1-9][0-9]{0,14}$/.test(answered)) throw invalidRequest('answer_to_id')
  return { itemTypedId, answerToId: Number(answered) }
}

/** The route that receives a recording (decisions 31), and the signed address that serves a recording. */
function registerVoices(app: FastifyInstance, ports: Ports, commenting: Commenting): void {
  const voices = new VoiceComments(ports, commenting)

  app.register(async (scope) => {
    // A recording is held in memory, so check the right before receiving it.
    scope.addHook('onRequest', async (request, reply) => {
      const { actor } = userOf(request.context)
      const release = await voices.reserve(actor, placeIn(request.query))
      const timeout = setTimeout(() => request.raw.destroy(), RECEIVE_TIMEOUT)
      const endTurn = () => {
        clearTimeout(timeout)
        release()
      }
      request.raw.once('end', () => clearTimeout(timeout))
      if (reply.raw.destroyed) endTurn()
      else reply.raw.once('close', endTurn)
    })
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Body: unknown }>(CREATE_VOICE, async ({ context, body, query }) => {
      const { actor } = userOf(context)
      if (!Buffer.isBuffer(body) || body.length === 0) throw invalidRequest('recording')
      const comment = await voices.post(actor, placeIn(query), body)
      return { success: true, comment: presentComment(comment, ports.sign, actor) }
    })
  })

  app.route<{ Querystring: { comment_id?: string } }>({
    method: ['GET', 'HEAD'],
    url: VOICE,
    config: { isSigned: true },
    async handler(request, reply) {
      const key = ports.sign.verify(request.url)
      const voice = await requireVoice(ports.db, key, Number(request.query.comment_id))
      const { size } = (await ports.storage.stat(voice.key)) ?? {}
      if (size === undefined) throw addressRefused()
      return sendBlob(request, reply, ports.storage, {
        key: voice.key,
        reader: key,
        size,
        contentType: 'audio/mpeg',
        etag: voice.key.replace(/\W/g, '-'),
        cacheControl: 'private, max-age=3600',
      })
    },
  })
}
