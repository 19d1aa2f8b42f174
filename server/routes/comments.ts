import type { FastifyInstance } from 'fastify'
import { CommentedId, type commentCalls } from '@/contract/comments'
import { VOICE } from '../addresses'
import type { Dependencies } from '../dependencies'
import { addressRefused, invalidRequest, itemNotFound } from '../errors'
import { requireUser, userOf, type Handlers } from '../http/handler'
import { presentComment } from '../presenters/presentComment'
import { Commenting, listComments } from '../services/comments'
import { requireVoice, VoiceComments } from '../services/commentVoices'
import { sendBlob } from '../storage/sendBlob'

const CREATE_VOICE = '/api/apps/comments/create_voice'
/** bytes of a minute in any format that phones and browsers record */
const MOST = 4 * 1024 * 1024

type Ports = Pick<Dependencies, 'db' | 'clock' | 'sign' | 'storage' | 'contentCheck' | 'previews'>

/** Comments on items, those that are spoken besides; the limits of both count together. */
export function commentRoutes(app: FastifyInstance, ports: Ports): Handlers<typeof commentCalls> {
  const { db, sign } = ports
  const commenting = new Commenting(ports)
  registerVoices(app, ports, commenting)
  return {
    'POST /apps/comments/create': requireUser(async ({ actor }, { content, item_typed_id }) => ({
      comment: presentComment(await commenting.say(actor, item_typed_id, content), sign, actor),
    })),

    'POST /apps/comments/delete': requireUser(async ({ actor }, { comment_id }) => {
      await commenting.remove(actor, comment_id)
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
        focus_comment_id: focusId,
      }
    }),
  }
}

/** Sending a recording (decisions 31), and the address under which one is had. */
function registerVoices(app: FastifyInstance, ports: Ports, commenting: Commenting): void {
  const voices = new VoiceComments(ports, commenting)
  const typedId = new RegExp((CommentedId as unknown as { pattern: string }).pattern)

  app.register(async (scope) => {
    // Nobody sends what is kept in memory before they are known.
    scope.addHook('onRequest', async ({ context }) => void userOf(context))
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MOST }, (_request, body, done) => done(null, body))
    scope.post<{ Querystring: { item_typed_id?: unknown }; Body: unknown }>(CREATE_VOICE, async (request) => {
      const { actor } = userOf(request.context)
      const { body, query } = request
      if (typeof query.item_typed_id !== 'string' || !typedId.test(query.item_typed_id)) throw itemNotFound()
      if (!Buffer.isBuffer(body) || body.length === 0) throw invalidRequest('recording')
      const comment = await voices.say(actor, query.item_typed_id, body)
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
        size,
        contentType: 'audio/mpeg',
        etag: voice.key.replace(/\W/g, '-'),
        cacheControl: 'private, max-age=3600',
      })
    },
  })
}
