import { createHash, randomBytes } from 'node:crypto'
import type { MessengerKind } from '@/contract/messengers/messengers'
import type { Dependencies } from '../../dependencies'
import { messengerNotConfigured, messengerUnavailable } from '../../errors'
import { MessengerFailure } from '../../messengers/MessengerFailure'

export interface PageSignature {
  appid: string
  /** seconds since 1970 */
  timestamp: number
  noncestr: string
  /** SHA-1, in hexadecimal digits */
  signature: string
  /** URL of the JS-SDK */
  script: string
}

type Ports = Pick<Dependencies, 'messengers' | 'clock' | 'log' | 'config'>

/**
 * Signs a page for the JS-SDK of a messenger's browser (1§7, CTX-06).
 * @param page the page's address without the fragment; the caller has checked that the page is ours
 * @throws Refused messenger_not_configured, messenger_unavailable
 */
export async function signPage(
  { messengers, clock, log, config }: Ports,
  messenger: MessengerKind,
  page: string,
): Promise<PageSignature> {
  const app = messengers[messenger]
  if (app === null) throw messengerNotConfigured()
  const ticket = await app.pageTicket().catch((error: unknown) => {
    if (!(error instanceof MessengerFailure)) throw error
    log.warn({ messenger, failure: error.message }, 'cannot fetch a ticket from a messenger')
    throw messengerUnavailable()
  })
  const timestamp = Math.floor(clock().getTime() / 1000)
  const noncestr = randomBytes(12).toString('hex')
  const signed = `jsapi_ticket=${ticket}&noncestr=${noncestr}&timestamp=${timestamp}&url=${page}`
  const signature = createHash('sha1').update(signed).digest('hex')
  return { appid: app.id, timestamp, noncestr, signature, script: config.messengers.scriptUrl }
}
