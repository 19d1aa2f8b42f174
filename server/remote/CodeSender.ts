import type { FastifyBaseLogger } from 'fastify'
import type { Language } from '@/contract/entities'
import type { Configuration } from '../config/configuration'
import { postJson, type ConfiguredService } from './postJson'

export interface PhoneCode {
  /** `+8613800138000` */
  phone: string
  /** six digits */
  code: string
  /** The language of the recipient. */
  language: Language
}

/** Sends codes to phones. Throws when a code could not be sent. */
export interface CodeSender {
  send(code: PhoneCode): Promise<void>
}

/**
 * The configured sender of codes: the gateway if there is one. The demo without a gateway writes codes to the log, which is safe for invented people.
 * Otherwise there is none (decisions 35).
 */
export function openCodeSender(
  { phoneCodes, demo }: Pick<Configuration, 'phoneCodes' | 'demo'>,
  log: Pick<FastifyBaseLogger, 'info'>,
): CodeSender | null {
  if (phoneCodes) return gateway(phoneCodes)
  if (demo !== true) return null
  return {
    send({ phone, code }) {
      log.info({ phone, code }, 'a code for a phone; without SMS_GATEWAY_URL the code is only logged')
      return Promise.resolve()
    },
  }
}

/** A gateway accepts a POST of JSON `{ phone, code, language }` with a bearer token, and answers 2xx once it has accepted the message. */
function gateway(service: ConfiguredService): CodeSender {
  return {
    async send(code) {
      const response = await postJson(service, code)
      // The body of the answer is not needed and may be long.
      await response.body?.cancel()
      if (!response.ok) throw new Error(`the SMS gateway answered ${response.status}`)
    },
  }
}
