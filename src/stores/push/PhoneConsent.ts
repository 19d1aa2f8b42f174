import type { Api } from '@/api/Api'
import type { PushKind } from '@/contract/push'
import type { Clock, PhoneMessages } from '@/platform/Platform'
import { answerOrReport } from '@/stores/app/reportError'

interface Dependencies {
  api: Api
  platform: { clock: Clock; messages?: PhoneMessages }
}

/** The user's consent to messages in WeChat or WeCom (AH-30). Nothing waits for it; failures are ignored. */
export class PhoneConsent {
  /** '' where WeChat sends none. Empty until loaded. */
  private templates: Partial<Record<PushKind, string>> = {}

  constructor(private readonly deps: Dependencies) {}

  /** Loads the templates in advance: WeChat shows its question only within a tap, not after an answer of the server. */
  async load() {
    const { api, platform } = this.deps
    if (platform.messages?.messenger !== 'wechat') return
    const call = api.call('GET /v1/wechat_applet/templates', {}, { handledCodes: 'all', quiet: true })
    this.templates = (await answerOrReport(platform.clock, call)) ?? {}
  }

  /** Asks for consent to a kind of message; call it within the user's tap. @returns whether the server can send it to this phone */
  async ask(kind: PushKind): Promise<boolean> {
    const { api, platform } = this.deps
    const { messages } = platform
    if (!messages) return false
    const { messenger } = messages
    const template = this.templates[kind]
    if (messenger === 'wechat' && (!template || !(await messages.ask(template)))) return false
    const code = await messages.code()
    if (code === null) return false
    const asked = { type: messenger, code }
    const call = api.call('POST /v1/wechat_applet/identify', asked, { handledCodes: 'all', quiet: true })
    return (await answerOrReport(platform.clock, call)) !== null
  }
}
