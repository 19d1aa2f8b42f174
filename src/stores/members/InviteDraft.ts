import { makeAutoObservable, observable, reaction } from 'mobx'
import type { Message } from '@/api/Message'
import { answerOrNull } from '@/api/ApiFailure'
import type { Reply } from '@/contract/api'
import type { Contact, ContactId } from '@/contract/contacts'
import type { Role } from '@/contract/entities'
import { rolesToInvite } from '@/domain/members/rules'
import { INVITE_MESSAGE_MAX_LENGTH } from '@/domain/limits'
import { kindOf } from '@/domain/contacts/contacts'
import { codePointLength } from '@/domain/text/codePoints'
import { chosenContactsOf } from '../contacts/ChosenContacts'
import type { AppServices } from '@/stores/app/AppServices'
import { SavedDrafts } from '@/stores/app/SavedDrafts'

/** Input not yet sent (AH-27). */
interface InviteNote {
  contacts: readonly Contact[]
  roles: Readonly<Record<string, Role>>
  message: string
}

/** names that a dialog lists at most */
const MOST_LISTED = 20
const FIRST_ROLE: Role = 'viewer'

/** Invitations being prepared: people, a role for each, and a text (COLL-02). Nothing changes until they are sent (COLL-08). */
export class InviteDraft {
  message = ''
  isSending = false
  /** Whether this draft continues the draft of an earlier visit. */
  isRestored = false
  private given: Readonly<Record<string, Role>> = {}
  private readonly notes: SavedDrafts<InviteNote>
  private readonly stopKeeping: () => void

  constructor(
    private readonly app: AppServices,
    private readonly folderId: number,
    private readonly viewerRole: Role | null,
  ) {
    this.notes = new SavedDrafts(app, 'invites', { contacts: [], roles: {}, message: '' })
    makeAutoObservable<this, 'app' | 'folderId' | 'viewerRole' | 'given' | 'stopKeeping'>(this, {
      app: false,
      folderId: false,
      viewerRole: false,
      stopKeeping: false,
      given: observable.ref,
    })
    this.restore()
    this.stopKeeping = reaction(
      () => this.note,
      (note) => this.notes.write(folderId, note),
    )
  }

  /** The argument of `navigate.push({ page: 'people', choice })`. */
  get choice() {
    return { mode: 'invite' as const, typedId: `folder_${this.folderId}` }
  }

  get contacts(): readonly Contact[] {
    return chosenContactsOf(this.app).of(this.choice)
  }

  /** Highest first. */
  get roles(): readonly Role[] {
    return rolesToInvite({ role: this.viewerRole })
  }

  get isMessageTooLong(): boolean {
    return codePointLength(this.message) > INVITE_MESSAGE_MAX_LENGTH
  }

  roleOf(id: ContactId): Role {
    return this.given[id] ?? FIRST_ROLE
  }

  /** The role that all have in common; null where roles differ. */
  get commonRole(): Role | null {
    const [first, ...others] = this.contacts.map(({ item_typed_id: id }) => this.roleOf(id))
    return first !== undefined && others.every((role) => role === first) ? first : null
  }

  /** @param id null: everybody */
  giveRole(id: ContactId | null, role: Role) {
    const ids = id === null ? this.contacts.map((contact) => contact.item_typed_id) : [id]
    this.given = { ...this.given, ...Object.fromEntries(ids.map((each) => [each, role])) }
  }

  remove(contact: Contact) {
    chosenContactsOf(this.app).put(
      this.choice,
      this.contacts.filter((other) => other.item_typed_id !== contact.item_typed_id),
    )
  }

  setMessage(message: string) {
    this.message = message
  }

  discard() {
    this.message = ''
    this.given = {}
    this.isRestored = false
    chosenContactsOf(this.app).drop(this.choice)
  }

  /**
   * Sends the invitations once. A dialog names those who could not be invited (2§8). `partial`: the user closed that dialog. `none`: nobody was
   * invited or the request failed; all input stays.
   */
  async send(): Promise<'sent' | 'partial' | 'none'> {
    const { api, feedback, changes } = this.app
    if (this.contacts.length === 0) {
      feedback.toast({ key: 'collab.chooseMembers' })
      return 'none'
    }
    if (this.isSending || this.isMessageTooLong) return 'none'
    this.turned(true)
    const answer = await answerOrNull(
      api.call('POST /apps/collabs/invite', {
        folder_id: this.folderId,
        invited_users: this.targets((id) => kindOf(id) === 'contact'),
        invited_groups: this.targets((id) => kindOf(id) !== 'contact'),
        ...(this.message.trim() !== '' && { invitation_message: this.message.trim() }),
      }),
    )
    this.turned(false)
    if (!answer) return 'none'
    const n = answer.collab_users_info.length + answer.collab_groups_info.length
    if (n > 0) this.discard()
    changes.announceStale()
    if (answer.failed.length === 0) {
      feedback.toast({ key: 'collab.invited' })
      return 'sent'
    }
    await feedback.alert(
      { key: 'collab.counts', params: { n, failed: answer.failed.length } },
      { title: { key: n > 0 ? 'collab.partial' : 'collab.none' }, items: refusedOf(answer.failed) },
    )
    return n > 0 ? 'partial' : 'none'
  }

  dispose() {
    this.stopKeeping()
  }

  /** `5:editor;8:viewer`; departments are named by the id of their group (decisions 4.17). */
  private targets(isOne: (id: ContactId) => boolean): string {
    return this.contacts
      .filter(({ item_typed_id: key }) => isOne(key))
      .flatMap(({ id, group_id: groupId, item_typed_id: key }) => {
        const target = kindOf(key) === 'contact' ? id : groupId
        return target === null ? [] : [`${target}:${this.roleOf(key)}`]
      })
      .join(';')
  }

  private get note(): InviteNote | null {
    const { contacts, given: roles, message } = this
    return contacts.length === 0 && message === '' ? null : { contacts, roles, message }
  }

  private restore() {
    const note = this.notes.read(this.folderId)
    if (!note || this.contacts.length > 0) return
    this.message = note.message
    // A role that the user may no longer grant becomes the first one.
    this.given = Object.fromEntries(Object.entries(note.roles).filter(([, role]) => this.roles.includes(role)))
    chosenContactsOf(this.app).put(this.choice, note.contacts)
    this.isRestored = true
  }

  private turned(isSending: boolean) {
    this.isSending = isSending
  }
}

/** The server's words name the person they are about. */
function refusedOf(failed: Reply<'POST /apps/collabs/invite'>['failed']): Message[] {
  const lines: Message[] = failed.slice(0, MOST_LISTED).map(({ error_tr_msg: text }) => ({ text }))
  const left = failed.length - lines.length
  return left > 0 ? [...lines, { key: 'collab.more', params: { n: left } }] : lines
}
