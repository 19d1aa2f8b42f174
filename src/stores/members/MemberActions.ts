import { makeAutoObservable } from 'mobx'
import type { Api } from '@/api/Api'
import { answerOrNull } from '@/api/ApiFailure'
import type { Request } from '@/contract/api'
import type { Collab } from '@/contract/members'
import type { Role } from '@/contract/entities'
import type { ChangesBus } from '@/stores/items/lists/ChangesBus'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'

interface Dependencies {
  api: Api
  changes: ChangesBus
  feedback: FeedbackStore
}

/** The list to fetch again after a change. */
interface Changed {
  folderId: number
  again(): Promise<boolean>
}

/**
 * Actions on a member of a folder (COLL-03, COLL-04, COLL-06). Each asks first where something is lost, and reports how it ended. Afterwards lists of
 * items fetch again, since the user's rights there may differ. The app shows refusals.
 */
export class MemberActions {
  isBusy = false

  constructor(
    private readonly deps: Dependencies,
    private readonly members: Changed,
  ) {
    makeAutoObservable<this, 'deps' | 'members'>(this, { deps: false, members: false })
  }

  /** Resolves to whether the role changed. Asks before changing one's own role, and before removing every right. */
  async change(collab: Collab, role: Role): Promise<boolean> {
    const { api, feedback } = this.deps
    if (role === 'reset') {
      const text = { key: 'collab.resetText' } as const
      if (!(await this.agreed('reset', collab.user.name, text))) return false
    } else if (collab.current_user && !(await this.agreed('change', '', { key: 'collab.changeText' }))) return false
    const answer = await this.once(() =>
      api.call('POST /apps/collabs/edit', editOf(this.members.folderId, collab, role)),
    )
    if (!answer) return false
    feedback.toast({ key: 'collab.roleChanged' })
    return true
  }

  /** Resolves to whether the member is removed, or the invitation withdrawn. */
  async remove({ collab_id: id, user, direct_role: direct }: Collab): Promise<boolean> {
    const { api, feedback } = this.deps
    const { name, is_department: isDepartment, is_group: isGroup } = user
    const isMany = isGroup || isDepartment
    const isInvited = direct === null
    const text = isInvited ? 'collab.withdrawText' : isMany ? 'collab.removeManyText' : 'collab.removeText'
    if (id === null || !(await this.agreed(isInvited ? 'withdraw' : 'remove', name, { key: text }))) return false
    if (!(await this.once(() => api.call('POST /apps/collabs/delete', { collab_ids: [id] })))) return false
    if (isInvited) feedback.toast({ key: 'collab.withdrawn' })
    else {
      const word = isDepartment ? 'departmentRemoved' : isGroup ? 'groupRemoved' : 'removed'
      feedback.toast({ key: `collab.${word}`, params: { name } })
    }
    return true
  }

  /** Removes the role granted here, so that the member's inherited role counts again. Resolves to whether it was removed. */
  async restore({ collab_id: id }: Collab): Promise<boolean> {
    if (id === null) return false
    const answer = await this.once(() => this.deps.api.call('POST /apps/collabs/delete', { collab_ids: [id] }))
    if (answer) this.deps.feedback.toast({ key: 'collab.roleChanged' })
    return answer !== null
  }

  /** The user leaves the folder. Resolves to whether the user can still see the folder; null if the user stayed. */
  async quit(collab: Collab, folderName: string): Promise<{ isAccessible: boolean } | null> {
    const { api, feedback } = this.deps
    const { collab_id: id, role_otherwise: otherwise } = collab
    const key = otherwise === null || otherwise === 'reset' ? 'collab.quitText' : 'collab.quitKeptText'
    if (id === null || !(await this.agreed('quit', folderName, { key }))) return null
    const quit = () => api.call('POST /apps/collabs/delete', { collab_ids: [id] })
    const answer = await this.once(quit, ({ is_accessible: isAccessible }) => isAccessible)
    if (!answer) return null
    feedback.toast({ key: 'collab.quit', params: { name: folderName } })
    return { isAccessible: answer.is_accessible }
  }

  /** Sends an invitation again and extends it. */
  async resend({ collab_id: id }: Collab): Promise<boolean> {
    if (id === null) return false
    const answer = await this.once(() => this.deps.api.call('POST /apps/collabs/resend', { collab_id: id }))
    if (answer) this.deps.feedback.toast({ key: 'collab.resent' })
    return answer !== null
  }

  private agreed(what: 'reset' | 'change' | 'remove' | 'withdraw' | 'quit', name: string, text: { key: TextKey }) {
    return this.deps.feedback.confirm(text, {
      title: { key: `collab.${what}Title`, params: { name } },
      confirm: { key: what === 'quit' ? 'collab.leave' : `collab.${what}` },
      isDanger: what !== 'change',
    })
  }

  /**
   * One action at a time; null where it failed or another was under way. Afterwards members and lists are fetched again (COLL-08).
   * @param hasMembers whether the user may still fetch the members
   */
  private async once<T>(send: () => Promise<T>, hasMembers: (answer: T) => boolean = () => true): Promise<T | null> {
    if (this.isBusy) return null
    this.turned(true)
    const answer = await answerOrNull(send())
    // Fetches after a failure, too: somebody else may have been quicker.
    const listed = answer && !hasMembers(answer) ? null : this.members.again()
    if (answer) this.deps.changes.announceStale()
    await listed
    this.turned(false)
    return answer
  }

  private turned(isBusy: boolean) {
    this.isBusy = isBusy
  }
}

type TextKey = `collab.${'reset' | 'change' | 'remove' | 'removeMany' | 'withdraw' | 'quit' | 'quitKept'}Text`

/**
 * The matching list of 2§7: members with a role granted here, or users and groups whose role is inherited (COLL-09). For a member with an inherited
 * role who is invited to another, the server sends two entries.
 */
export function editOf(folderId: number, collab: Collab, role: Role): Request<'POST /apps/collabs/edit'> {
  const { collab_id: id, user, direct_role: direct, unaccepted_role: offered } = collab
  const change = { ...(id !== null && { collab_id: id }), user_id: user.id, role }
  if (direct !== null || offered !== null) return { item_id: folderId, edit_collabs_roles: [change] }
  return user.is_group || user.is_department
    ? { item_id: folderId, invite_group_collabs_roles: [change] }
    : { item_id: folderId, invite_user_collabs_roles: [change] }
}
