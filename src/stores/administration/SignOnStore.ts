import { comparer, makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { answerOrNull } from '@/api/ApiFailure'
import type { Reply, Request } from '@/contract/api'
import { Answer } from './Answer'
import { Sending } from './Sending'

export type SignOnDraft = Request<'POST /admin/sign_on/set'>['provider']

const blank: SignOnDraft = {
  is_on: true,
  label: '',
  issuer: '',
  client_id: '',
  scopes: '',
  email_domains: [],
  link_by: 'email',
  link_claim: '',
  creates_people: false,
  group_claim: '',
  group_rules: [],
  signs_out: false,
}

/** The OpenID provider of the organisation, with unsaved changes. */
export class SignOnStore {
  readonly saved = new Answer<Reply<'GET /admin/sign_on/get'>>()
  readonly sending = new Sending()
  draft: SignOnDraft = blank
  /** '' = the stored secret stays */
  secret = ''

  constructor(private readonly api: Api) {
    makeAutoObservable<this, 'api'>(this, { api: false, saved: false, sending: false, draft: observable.ref })
  }

  async load(): Promise<void> {
    await this.saved.take(this.api.call('GET /admin/sign_on/get', {}, { quiet: true }))
    this.discard()
  }

  get isDirty(): boolean {
    return this.secret !== '' || !comparer.structural(this.draft, this.stored)
  }

  get hasSecret(): boolean {
    return this.saved.value?.provider?.has_secret ?? false
  }

  change(changes: Partial<SignOnDraft>) {
    this.draft = { ...this.draft, ...changes }
    this.sending.clear()
  }

  setSecret(secret: string) {
    this.secret = secret
    this.sending.clear()
  }

  /** The form shows a refusal. */
  async save(): Promise<boolean> {
    const { draft, secret } = this
    const input = { provider: draft, ...(secret !== '' && { client_secret: secret }) }
    const reply = await this.sending.send(() => this.api.call('POST /admin/sign_on/set', input, { quiet: true }))
    if (reply) await this.load()
    return reply !== null
  }

  /** The app shows a refusal. */
  async remove(): Promise<boolean> {
    const reply = await answerOrNull(this.api.call('POST /admin/sign_on/remove', {}))
    if (reply) await this.load()
    return reply !== null
  }

  discard() {
    this.draft = this.stored
    this.secret = ''
    this.sending.clear()
  }

  private get stored(): SignOnDraft {
    const { has_secret: _hasSecret, ...settings } = this.saved.value?.provider ?? { ...blank, has_secret: false }
    return settings
  }
}
