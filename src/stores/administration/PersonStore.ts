import { makeAutoObservable } from 'mobx'
import type { Api } from '@/api/Api'
import { answerOrNull } from '@/api/ApiFailure'
import type { PersonAct, SignInLink } from '@/contract/administration/entities'
import type { PersonDetail } from '@/contract/administration/people'
import type { AuditEntry } from '@/contract/audit'
import type { CallName, Reply, Request } from '@/contract/api'
import type { AdministratorRole } from '@/contract/administration/role'
import { Answer } from './Answer'
import { Sending } from './Sending'

type Changes = Omit<Request<'POST /admin/people/edit'>, 'user_id'>
type Receivers = Pick<Request<'POST /admin/people/hand_over'>, 'files_to' | 'shares_to'>

/** audit events on a person's page; the place of the log shows all */
const EVENTS = 20

/** One person of the organisation, and what an administrator does with them. Acts whose failure a form shows are `send…`. */
export class PersonStore {
  readonly info = new Answer<PersonDetail>()
  readonly events = new Answer<readonly AuditEntry[]>()
  readonly sending = new Sending()

  constructor(
    private readonly api: Api,
    readonly id: number,
    /** Called after each change, because the list of people shows it. */
    private readonly onChange: () => void,
  ) {
    makeAutoObservable<this, 'api' | 'onChange'>(this, {
      api: false,
      onChange: false,
      info: false,
      events: false,
      sending: false,
    })
  }

  may(act: PersonAct): boolean {
    return this.info.value?.acts.includes(act) ?? false
  }

  load(): Promise<void> {
    const asked = this.api.call('GET /admin/people/info', { user_id: this.id }, { quiet: true })
    return this.info.take(asked.then(({ person }) => person))
  }

  loadEvents(): Promise<void> {
    const asked = this.api.call('GET /apps/audit/list', { user_id: this.id, limit: EVENTS }, { quiet: true })
    return this.events.take(asked.then(({ entries }) => entries))
  }

  async sendChanges(changes: Changes): Promise<boolean> {
    return (await this.send('POST /admin/people/edit', { user_id: this.id, ...changes })) !== null
  }

  async setRole(role: AdministratorRole | null): Promise<boolean> {
    return (await this.run('POST /admin/administrators/set', { user_id: this.id, role })) !== null
  }

  /** A new one-time link: after resetting the password, or again for a person without one. */
  async makeLink(isReset: boolean): Promise<SignInLink | null> {
    const call = isReset ? 'POST /admin/people/reset_password' : 'POST /admin/people/renew_link'
    return (await this.run(call, { user_id: this.id }))?.link ?? null
  }

  async withdrawLink(): Promise<boolean> {
    return (await this.run('POST /admin/people/withdraw_link', { user_id: this.id })) !== null
  }

  async resetSecondStep(): Promise<boolean> {
    return (await this.run('POST /admin/people/reset_second_step', { user_id: this.id })) !== null
  }

  /** Resolves to how many sessions ended. */
  async endSessions(): Promise<number | null> {
    return (await this.run('POST /admin/people/end_sessions', { user_ids: [this.id] }))?.ended ?? null
  }

  async sendDeactivation(links: 'keep' | 'close'): Promise<boolean> {
    return (await this.send('POST /admin/people/deactivate', { user_ids: [this.id], links })) !== null
  }

  async restore(): Promise<boolean> {
    return (await this.run('POST /admin/people/restore', { user_ids: [this.id] })) !== null
  }

  sendHandover(to: Receivers): Promise<Reply<'POST /admin/people/hand_over'> | null> {
    return this.send('POST /admin/people/hand_over', { user_id: this.id, ...to })
  }

  async undoHandover(id: number): Promise<boolean> {
    return (await this.run('POST /admin/people/undo_hand_over', { handover_id: id })) !== null
  }

  async remove(): Promise<boolean> {
    return (await this.run('POST /admin/people/delete', { user_ids: [this.id] })) !== null
  }

  /** The app shows a refusal. */
  private async run<K extends CallName>(name: K, request: Request<K>): Promise<Reply<K> | null> {
    const reply = await answerOrNull(this.api.call(name, request))
    if (reply) this.changed()
    return reply
  }

  private async send<K extends CallName>(name: K, request: Request<K>): Promise<Reply<K> | null> {
    const reply = await this.sending.send(() => this.api.call(name, request, { quiet: true }))
    if (reply) this.changed()
    return reply
  }

  private changed() {
    void this.load()
    this.onChange()
  }
}
