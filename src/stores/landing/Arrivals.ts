import type { Api } from '@/api/Api'
import type { Chats, Clock, PhoneMessages } from '@/platform/Platform'
import { answerOrReport } from '@/stores/app/reportError'

interface Asked {
  /** With the grant of the link. */
  api: Api
  clock: Clock
  messages?: PhoneMessages
}

/** Links that were opened from cards in groups of WeChat: the server learns which group it was (AH-26). Nothing fails with it. */
export class Arrivals {
  private readonly noted = new Set<string>()

  constructor(private readonly source: Pick<Chats, 'entered' | 'group'>) {}

  /** Once for each link and way in. */
  async note({ api, clock, messages }: Asked, uniqueName: string) {
    const way = this.source.entered()
    if (way === null || messages?.messenger !== 'wechat') return
    const key = `${uniqueName} ${JSON.stringify(way)}`
    if (this.noted.has(key)) return
    this.noted.add(key)
    // A code may renew the key that the group is encrypted with: it comes first.
    const code = await messages.code()
    const group = code === null ? null : await this.source.group()
    if (code === null || group === null) return
    const asked = { unique_name: uniqueName, code, encrypted_data: group.encryptedData, iv: group.iv }
    await answerOrReport(clock, api.call('POST /v1/wechat_applet/arrive', asked, { handledCodes: 'all', quiet: true }))
  }
}
