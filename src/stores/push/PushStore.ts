import { makeAutoObservable, observable } from 'mobx'
import { answerOrNull } from '@/api/ApiFailure'
import type { Reply } from '@/contract/api'
import type { OutsideKind } from '@/contract/push'
import type { AppStore } from '@/stores/app/AppStore'
import { PhoneConsent } from './PhoneConsent'

type Outside = Omit<Reply<'GET /apps/messages/outside'>, 'success'>

/** The messages that the user receives in WeChat and WeCom while the app is closed (AH-30). */
export class OutsideStore {
  /** null until loaded, and after a failure */
  known: Outside | null = null
  busy: OutsideKind | null = null
  private readonly consent: PhoneConsent

  constructor(private readonly app: Pick<AppStore, 'api' | 'feedback' | 'platform'>) {
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
  async choose(kind: OutsideKind, isOn: boolean) {
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
  async askAgain(kind: OutsideKind) {
    if (await this.agreed(kind)) this.app.feedback.toast({ key: 'outside.oneMore' })
  }

  /** A browser has nothing to allow: messages are sent to the user's known phones. */
  private async agreed(kind: OutsideKind): Promise<boolean> {
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

  private chosen(kind: OutsideKind, isOn: boolean) {
    if (this.known) this.known = { ...this.known, choices: { ...this.known.choices, [kind]: isOn } }
  }

  private turned(busy: OutsideKind | null) {
    this.busy = busy
  }
}
