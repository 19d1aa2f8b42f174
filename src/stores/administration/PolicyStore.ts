import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { answerOrNull } from '@/api/ApiFailure'
import type { Policies, PolicyReach } from '@/contract/administration/policies'
import { Answer } from './Answer'
import { Sending } from './Sending'

export type PolicyName = keyof Policies

/** The settings of the organisation, with unsaved changes. */
export class PolicyStore {
  readonly saved = new Answer<{ policies: Policies; reach: PolicyReach }>()
  readonly sending = new Sending()
  private changes: Partial<Policies> = {}

  constructor(private readonly api: Api) {
    makeAutoObservable<this, 'api' | 'changes'>(this, {
      api: false,
      changes: observable.ref,
      saved: false,
      sending: false,
    })
  }

  get policies(): Policies | null {
    return this.saved.value && { ...this.saved.value.policies, ...this.changes }
  }

  get reach(): PolicyReach | null {
    return this.saved.value?.reach ?? null
  }

  get changed(): readonly PolicyName[] {
    return Object.keys(this.changes) as PolicyName[]
  }

  load(): Promise<void> {
    return this.saved.take(this.api.call('GET /admin/policies/get', {}, { quiet: true }))
  }

  /** A value as saved is no change. */
  set<K extends PolicyName>(name: K, value: Policies[K]) {
    const { [name]: _former, ...others } = this.changes
    const isSame = this.saved.value?.policies[name] === value
    this.changes = (isSame ? others : { ...others, [name]: value }) as Partial<Policies>
    this.sending.clear()
  }

  discard() {
    this.changes = {}
    this.sending.clear()
  }

  /** Resolves to the values before, for undoing; null after a refusal, which the place shows. */
  async save(): Promise<Partial<Policies> | null> {
    const { changes } = this
    const before = this.saved.value?.policies
    if (!before) return null
    const reply = await this.sending.send(() =>
      this.api.call('POST /admin/policies/set', { policies: changes }, { quiet: true }),
    )
    if (!reply) return null
    this.discard()
    await this.load()
    return Object.fromEntries(Object.keys(changes).map((name) => [name, before[name as PolicyName]]))
  }

  /** Sets saved values again. The app shows a refusal. */
  async restore(policies: Partial<Policies>): Promise<boolean> {
    const reply = await answerOrNull(this.api.call('POST /admin/policies/set', { policies }))
    await this.load()
    return reply !== null
  }
}
