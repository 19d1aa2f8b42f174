import type { Api } from '@/api/Api'
import type { Clock, PhoneMessages } from '@/platform/Platform'
import { answerOrReport } from '@/stores/shell/reportError'

interface Dependencies {
  api: Api
  platform: { clock: Clock; messages?: PhoneMessages }
}

/** The message in WeChat or WeCom that tells a user of the first opening of their link (AH-30). Nobody waits for it, and nothing fails with it. */
export class FirstVisitMessage {
  /** '' where WeChat sends none, or before it is known. */
  private template = ''

  constructor(private readonly deps: Dependencies) {}

  /** Before the user may want it: WeChat asks within a tap alone, not after an answer of the server. */
  async load() {
    const { api, platform } = this.deps
    if (platform.messages?.messenger !== 'wechat') return
    const call = api.call('GET /v1/wechat_applet/templates', {}, { handledCodes: 'all', quiet: true })
    this.template = (await answerOrReport(platform.clock, call))?.first_visit ?? ''
  }

  /** The user wants to hear of it; call it within their tap. */
  async ask() {
    const { api, platform } = this.deps
    const { messages } = platform
    if (!messages) return
    const { messenger } = messages
    if (messenger === 'wechat' && (this.template === '' || !(await messages.ask(this.template)))) return
    const code = await messages.code()
    if (code === null) return
    const asked = { type: messenger, code }
    const call = api.call('POST /v1/wechat_applet/identify', asked, { handledCodes: 'all', quiet: true })
    await answerOrReport(platform.clock, call)
  }
}
