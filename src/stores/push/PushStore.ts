import { makeAutoObservable, observable } from 'mobx'
import { answerOrNull } from '@/api/ApiFailure'
import type { Reply } from '@/contract/api'
import type { PushKind } from '@/contract/push'
import type { AppServices } from '@/stores/app/AppServices'
import { PhoneConsent } from './PhoneConsent'

type Outside = Omit<Reply<'GET /apps/messages/outside'>, 'success'>

/** The messages that the user receives in WeChat and WeCom while the app is closed (AH-30). */
export class PushStore {
  /** null until loaded, and after a failure */
  known: Outside | null = null
  busy: PushKind | null = null
  private readonly consent: PhoneConsent

  constructor(private readonly app: Pick<AppServices, 'api' | 'feedback' | 'platform'>) {
    this.consent = new PhoneConsent(app)
    makeAutoObservable<this, 'app' | 'consent'>(this, { known: observable.ref, app: false, consent: false })
  }

  /** Whether WeChat asks for each message: it sends one per consent. */
  get asksEachTime(): boolean {
    return this.app.platform.messages?.messenger === 'wechat'
  }

  async load() {
    const call = this.app.api.call('GET /apps/messages/outside', {}, { handledCodes: 'all', quiet: true })
    const [answer] = await Promise.all([answerOrNull(call), this.consent.load()])
    if (answer) this.came(answer)
  }

  /** Switches a kind on or off; one that the phone does not allow stays off. Within the user's tap. */
  async choose(kind: PushKind, isOn: boolean) {
    if (this.busy !== null) return
    this.turned(kind)
    if (!isOn || (await this.agreed(kind))) {
      const { api } = this.app
      if (await answerOrNull(api.call('POST /apps/messages/choose_outside', { kind, is_on: isOn })))
        this.chosen(kind, isOn)
    }
    this.turned(null)
  }

  /** Consents to one more message of a kind that is on. Within the user's tap. */
  async askAgain(kind: PushKind) {
    if (await this.agreed(kind)) this.app.feedback.toast({ key: 'outside.oneMore' })
  }

  /** A browser has nothing to allow: messages are sent to the user's known phones. */
  private async agreed(kind: PushKind): Promise<boolean> {
    const { feedback, platform } = this.app
    if (!platform.messages) return true
    const isAllowed = await this.consent.ask(kind)
    if (!isAllowed) feedback.toast({ key: 'outside.refused' })
    else this.met()
    return isAllowed
  }

  private came(known: Outside) {
    this.known = known
  }

  private met() {
    if (this.known) this.known = { ...this.known, is_known: true }
  }

  private chosen(kind: PushKind, isOn: boolean) {
    if (this.known) this.known = { ...this.known, choices: { ...this.known.choices, [kind]: isOn } }
  }

  private turned(busy: PushKind | null) {
    this.busy = busy
  }
}
