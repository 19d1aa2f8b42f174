import type { FastifyBaseLogger } from 'fastify'
import { contentRefused, contentUnchecked } from '../errors'
import type { Configuration } from '../config/configuration'
import { postJson, type ConfiguredService } from './postJson'

/** Content that is checked before others see it: comments, names of files and folders, recordings, pictures of people and enterprises. */
export type CheckedContent = { kind: 'comment' | 'name'; text: string } | { kind: 'voice' | 'picture'; media: Buffer }

export interface ContentCheck {
  /** Whether a service is configured. */
  readonly isOn: boolean
  /**
   * Resolves when the content may be shown, and always when no service is configured.
   * @throws Refused content_refused; content_unchecked when the service fails, because unchecked content is never stored
   */
  require(content: CheckedContent, userId: number): Promise<void>
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
  log: FastifyBaseLogger
}): ContentCheck {
  return {
    isOn: contentCheck !== null,
    async require(content, userId) {
      if (contentCheck === null) return
      const isPassed = await ask(contentCheck, { ...bodyOf(content), user_id: userId }).catch((error: unknown) => {
        log.warn(error, 'the content check does not answer')
        throw contentUnchecked()
      })
      if (!isPassed) throw contentRefused()
    },
  }
}

function bodyOf(content: CheckedContent) {
  return 'media' in content ? { ...content, media: content.media.toString('base64') } : content
}

async function ask(service: ConfiguredService, body: object): Promise<boolean> {
  const response = await postJson(service, body)
  const answer = response.ok ? ((await response.json()) as { pass?: unknown } | null) : null
  if (typeof answer?.pass !== 'boolean')
    throw new Error(`the content check answered ${response.status} without a verdict`)
  return answer.pass
}
