import type { FastifyBaseLogger } from 'fastify'
import type { Language } from '@/contract/entities'
import type { Configuration } from '../config/configuration'
import { postJson, type ConfiguredService } from './postJson'

export interface PhoneCode {
  /** `+8613800138000` */
  phone: string
  /** six digits */
  code: string
  /** Of who asks. */
  language: Language
}

/** Sends codes to phones. Throws where one could not be sent. */
export interface CodeSender {
  send(code: PhoneCode): Promise<void>
}

/**
 * The sender of a configuration: its gateway; without one the log in the demo, where anybody may read the codes of invented people; otherwise
 * none (decisions 35).
 */
export function openCodeSender(
  { phoneCodes, demo }: Pick<Configuration, 'phoneCodes' | 'demo'>,
  log: FastifyBaseLogger,
): CodeSender | null {
  if (phoneCodes) return gateway(phoneCodes)
  if (demo !== true) return null
  return {
    send({ phone, code }) {
      log.info({ phone, code }, 'a code for a phone; without SMS_GATEWAY_URL it is only written here')
      return Promise.resolve()
    },
  }
}

/** A gateway takes a POST of JSON `{ phone, code, language }` with a bearer token and answers 2xx once it has the message. */
function gateway(service: ConfiguredService): CodeSender {
  return {
    async send(code) {
      const response = await postJson(service, code)
      // What it says is of no use to us, however long it is.
      await response.body?.cancel()
      if (!response.ok) throw new Error(`the gateway of codes answered ${response.status}`)
    },
  }
}
