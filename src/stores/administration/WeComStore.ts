import { comparer, makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { answerOrNull } from '@/api/ApiFailure'
import type { Reply, Request } from '@/contract/api'
import { Answer } from './Answer'
import { Sending } from './Sending'

type Input = Request<'POST /admin/wecom/set'>
type WeComDraft = Input['directory']
export type WeComSecret = Exclude<keyof Input, 'directory'>

const blank: WeComDraft = {
  is_on: true,
  label: '',
  corp_id: '',
  agent_id: 0,
  offers_sign_in: true,
  links_existing: false,
  sync_hours: 24,
}
const noSecrets: Record<WeComSecret, string> = { secret: '', contacts_secret: '', callback_token: '', callback_key: '' }

/** WeCom as a directory of the organisation, with unsaved changes. */
export class WeComStore {
  readonly saved = new Answer<Reply<'GET /admin/wecom/get'>>()
  readonly sending = new Sending()
  draft: WeComDraft = blank
  /** '' = the stored secret stays */
  secrets = noSecrets

  /** @param label proposed where nothing is stored */
  constructor(
    private readonly api: Api,
    private readonly label: string,
  ) {
    makeAutoObservable<this, 'api' | 'label'>(this, {
      api: false,
      label: false,
      saved: false,
      sending: false,
      draft: observable.ref,
      secrets: observable.ref,
    })
  }

  async load(): Promise<void> {
    await this.saved.take(this.api.call('GET /admin/wecom/get', {}, { quiet: true }))
    this.discard()
  }

  get isDirty(): boolean {
    return Object.values(this.secrets).some((value) => value !== '') || !comparer.structural(this.draft, this.stored)
  }

  /** Whether a secret is stored for the organisation in WeCom that the form names. */
  has(name: WeComSecret): boolean {
    const stored = this.saved.value?.directory
    if (!stored || stored.corp_id !== this.draft.corp_id.trim()) return false
    return name === 'secret' || (name === 'contacts_secret' ? stored.has_contacts_secret : stored.has_callback)
  }

  change(changes: Partial<WeComDraft>) {
    this.draft = { ...this.draft, ...changes }
    this.sending.clear()
  }

  setSecret(name: WeComSecret, value: string) {
    this.secrets = { ...this.secrets, [name]: value }
    this.sending.clear()
  }

  /** The form shows a refusal. */
  async save(): Promise<boolean> {
    const given = Object.entries(this.secrets).filter(([, value]) => value.trim() !== '')
    const input = { directory: this.draft, ...Object.fromEntries(given) }
    const reply = await this.sending.send(() => this.api.call('POST /admin/wecom/set', input, { quiet: true }))
    if (reply) await this.load()
    return reply !== null
  }

  /** The app shows a refusal. */
  async remove(): Promise<boolean> {
    const reply = await answerOrNull(this.api.call('POST /admin/wecom/remove', {}))
    if (reply) await this.load()
    return reply !== null
  }

  discard() {
    this.draft = this.stored
    this.secrets = noSecrets
    this.sending.clear()
  }

  private get stored(): WeComDraft {
    const stored = this.saved.value?.directory
    if (!stored) return { ...blank, label: this.label }
    const { id: _id, has_contacts_secret: _contacts, has_callback: _callback, ...settings } = stored
    return settings
  }
}
