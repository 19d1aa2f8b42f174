import type { FastifyBaseLogger } from 'fastify'
import type { Language } from '@/contract/entities'
import type { Configuration } from '../configuration'

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

/** ms that a gateway may take to answer */
const PATIENCE = 5000

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
function gateway({ url, token }: { url: string; token: string | null }): CodeSender {
  return {
    async send(code) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify(code),
        // Whoever is redirected to would learn the code.
        redirect: 'error',
        signal: AbortSignal.timeout(PATIENCE),
      })
      // What it says is of no use to us, however long it is.
      await response.body?.cancel()
      if (!response.ok) throw new Error(`the gateway of codes answered ${response.status}`)
    },
  }
}
