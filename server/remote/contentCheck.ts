import type { FastifyBaseLogger } from 'fastify'
import { withoutUnseen } from '@/domain/items/lookAlikes'
import { contentRefused, contentUnchecked } from '../errors'
import type { Configuration } from '../config/configuration'
import { postJson, type ConfiguredService } from './postJson'

/**
 * Content that is checked before others see it. `comment`: comments, messages of links and invitations, texts of collecting links, reports. `name`:
 * names of files and folders, watermarks, titles of collecting links, names of people there. `voice`: recordings. `picture`: pictures of people and
 * enterprises.
 */
export type CheckedContent = { kind: 'comment' | 'name'; text: string } | { kind: 'voice' | 'picture'; media: Buffer }

export interface CheckedText {
  kind: 'comment' | 'name'
  text: string
  field: string
}

export interface ContentCheck {
  /** Whether a service is configured. */
  readonly isOn: boolean
  /**
   * Resolves when the content may be shown, and always when no service is configured.
   * @param field the request's field with the content; default `content`
   * @throws Refused content_refused; content_unchecked when the service fails, because unchecked content is never stored
   */
  require(content: CheckedContent, userId: number, field?: string): Promise<void>
  /** As `require`, for several texts of a request, by their fields. Empty texts pass. */
  requireTexts(texts: readonly CheckedText[], userId: number): Promise<void>
}

/**
 * Asks the service that an operator has configured (AH-33). Posts `{ kind, user_id, text }`, or for a voice or a picture `{ kind, user_id,
 * media }` with an MP3, JPEG or PNG in base64. The service answers `{ "pass": true }` or `{ "pass": false }`. A secret is sent as a bearer token.
 */
export function openContentCheck({
  config: { contentCheck },
  log,
}: {
  config: Pick<Configuration, 'contentCheck'>
  log: Pick<FastifyBaseLogger, 'warn'>
}): ContentCheck {
  const check: ContentCheck = {
    isOn: contentCheck !== null,
    async require(content, userId, field) {
      if (contentCheck === null) return
      const isPassed = await ask(contentCheck, { ...bodyOf(content), user_id: userId }).catch((error: unknown) => {
        log.warn(error, 'the content check does not answer')
        throw contentUnchecked()
      })
      if (!isPassed) throw contentRefused(field)
    },
    async requireTexts(texts, userId) {
      for (const { field, ...content } of texts)
        if (content.text.trim() !== '') await check.require(content, userId, field)
    },
  }
  return check
}

/** Without invisible characters, which would split words, and with plain letters in place of wide or mathematical ones. */
function bodyOf(content: CheckedContent) {
  return 'media' in content
    ? { ...content, media: content.media.toString('base64') }
    : { ...content, text: withoutUnseen(content.text).normalize('NFKC') }
}

async function ask(service: ConfiguredService, body: object): Promise<boolean> {
  const response = await postJson(service, body)
  const answer = response.ok ? ((await response.json()) as { pass?: unknown } | null) : null
  if (typeof answer?.pass !== 'boolean')
    throw new Error(`the content check answered ${response.status} without a verdict`)
  return answer.pass
}
