import type { Api } from '@/api/Api'
import type { Chats, Clock, PhoneMessages } from '@/platform/Platform'
import { answerOrReport } from '@/stores/app/reportError'

interface Asked {
  /** Sends the visit token of the link. */
  api: Api
  clock: Clock
  messages?: PhoneMessages
}

/** Reports to the server from which WeChat group a card's link was opened (AH-26). Failures are ignored. */
export class Arrivals {
  private readonly noted = new Set<string>()

  constructor(private readonly source: Pick<Chats, 'entered' | 'group'>) {}

  /** Reports an arrival, once per link and entry into the app. */
  async note({ api, clock, messages }: Asked, uniqueName: string) {
    const way = this.source.entered()
    if (way === null || messages?.messenger !== 'wechat') return
    const key = `${uniqueName} ${JSON.stringify(way)}`
    if (this.noted.has(key)) return
    this.noted.add(key)
    // Fetched before the group: the code may renew the key that encrypts the group.
    const code = await messages.code()
    const group = code === null ? null : await this.source.group()
    if (code === null || group === null) return
    const asked = { unique_name: uniqueName, code, encrypted_data: group.encryptedData, iv: group.iv }
    await answerOrReport(clock, api.call('POST /v1/wechat_applet/arrive', asked, { handledCodes: 'all', quiet: true }))
  }
}
