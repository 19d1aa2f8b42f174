import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { ApiFailure } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import { messageOf } from '@/api/reactions'
import type { Contact, ContactDepartment, ContactId } from '@/contract/contacts'
import { kindOf, type ContactChoice } from '@/domain/contacts/contacts'
import { inviteInto } from './contactQueries'

/** The card of a user, a department or a group (CONT-03). */
export class ContactCard {
  phase: 'loading' | 'ready' | 'failed' = 'loading'
  contact: Contact | ContactDepartment | null = null
  /** The managers of a department. */
  managers: readonly string[] = []
  error: Message | null = null

  constructor(
    private readonly api: Api,
    private readonly choice: ContactChoice,
    readonly id: ContactId,
  ) {
    makeAutoObservable<this, 'api' | 'choice'>(this, {
      api: false,
      choice: false,
      id: false,
      contact: observable.ref,
      managers: observable.ref,
      error: observable.ref,
    })
  }

  async load() {
    this.began()
    try {
      this.received(await this.fetch())
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      this.failed(messageOf(error.failure))
    }
  }

  private async fetch(): Promise<{ contact: Contact; managers: string[] }> {
    const { api } = this
    const id = Number(this.id.split('_')[1])
    const item = inviteInto(this.choice)
    const quiet = { quiet: true }
    switch (kindOf(this.id)) {
      case 'contact': {
        const { user } = await api.call('GET /cards/user_info', { user_id: id, ...item }, quiet)
        return { contact: user, managers: [] }
      }
      case 'group': {
        const { group } = await api.call('GET /cards/group_info', { group_id: id, ...item }, quiet)
        return { contact: group, managers: [] }
      }
      case 'department': {
        const [{ department }, { file_managers: managers }] = await Promise.all([
          api.call('GET /cards/department_info', { department_id: id, ...item }, quiet),
          api.call('GET /departments/manager_list', { department_id: id }, quiet),
        ])
        return { contact: department, managers: managers.map(({ name }) => name) }
      }
    }
  }

  private began() {
    this.phase = 'loading'
  }

  private received({ contact, managers }: { contact: Contact; managers: string[] }) {
    this.contact = contact
    this.managers = managers
    this.phase = 'ready'
  }

  private failed(trouble: Message) {
    this.error = trouble
    this.phase = 'failed'
  }
}
