import { makeAutoObservable } from 'mobx'
import type { Api } from '@/api/Api'
import { answerOrNull } from '@/api/ApiFailure'
import type { PersonRow } from '@/contract/administration/entities'
import { Answer } from './Answer'
import { Sending } from './Sending'

/** people on a pane; the list of people shows all */
const SHOWN = 50

/** The members of one department or group. */
export class MembersStore {
  readonly list = new Answer<{ people: readonly PersonRow[]; total_count: number }>()
  readonly sending = new Sending()

  constructor(
    private readonly api: Api,
    private readonly of: { department_id: number } | { group_id: number },
    /** Called after each change. */
    private readonly onChange: () => void,
  ) {
    makeAutoObservable<this, 'api' | 'of' | 'onChange'>(this, {
      api: false,
      of: false,
      onChange: false,
      list: false,
      sending: false,
    })
  }

  /** The people of a department itself, without those of the departments below. */
  get people(): readonly PersonRow[] {
    const people = this.list.value?.people ?? []
    const { of } = this
    if (!('department_id' in of)) return people
    return people.filter(({ departments }) => departments.some((one) => one.department_id === of.department_id))
  }

  isManager({ departments }: PersonRow): boolean {
    const { of } = this
    return 'department_id' in of && departments.some((one) => one.department_id === of.department_id && one.is_manager)
  }

  load(): Promise<void> {
    const request = { ...this.of, limit: SHOWN, sort_by: 'name' } as const
    return this.list.take(this.api.call('GET /admin/people/list', request, { quiet: true }))
  }

  /** A refusal stays in `sending`. */
  async sendMembers(ids: readonly number[], isManager = false): Promise<boolean> {
    const people = { user_ids: [...ids] }
    const { of } = this
    const reply = await this.sending.send(() =>
      'department_id' in of
        ? this.api.call(
            'POST /admin/departments/add_members',
            { ...of, ...people, is_manager: isManager },
            { quiet: true },
          )
        : this.api.call('POST /admin/groups/add_members', { ...of, ...people }, { quiet: true }),
    )
    if (reply) this.changed()
    return reply !== null
  }

  /** The app shows a refusal. */
  async remove(id: number): Promise<boolean> {
    const people = { user_ids: [id] }
    const { of } = this
    const call =
      'department_id' in of
        ? this.api.call('POST /admin/departments/remove_members', { ...of, ...people })
        : this.api.call('POST /admin/groups/remove_members', { ...of, ...people })
    const reply = await answerOrNull<object>(call)
    if (reply) this.changed()
    return reply !== null
  }

  private changed() {
    void this.load()
    this.onChange()
  }
}
