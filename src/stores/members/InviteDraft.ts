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
import type { AppStore } from '@/stores/app/AppStore'
import { KeptNotes } from '@/stores/app/KeptNotes'

/** What was begun and not sent (AH-27). */
interface InviteNote {
  contacts: readonly Contact[]
  roles: Readonly<Record<string, Role>>
  message: string
}

/** Names of the refused that a dialog lists. */
const MOST_LISTED = 20
const FIRST_ROLE: Role = 'viewer'

/** Invitations on their way: who is invited into a folder, each with a role, with what words (COLL-02). Nothing is changed before they are sent (COLL-08). */
export class InviteDraft {
  message = ''
  isSending = false
  /** It goes on from what an earlier visit left. */
  isRestored = false
  private given: Readonly<Record<string, Role>> = {}
  private readonly notes: KeptNotes<InviteNote>
  private readonly stopKeeping: () => void

  constructor(
    private readonly app: AppStore,
    private readonly folderId: number,
    private readonly viewerRole: Role | null,
  ) {
    this.notes = new KeptNotes(app, 'invites', { contacts: [], roles: {}, message: '' })
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
      (note) => this.notes.keep(folderId, note),
    )
  }

  /** What `navigate.push({ page: 'people', choice })` asks for. */
  get choice() {
    return { mode: 'invite' as const, typedId: `folder_${this.folderId}` }
  }

  get contacts(): readonly Contact[] {
    return chosenContactsOf(this.app).of(this.choice)
  }

  /** From the highest. */
  get roles(): readonly Role[] {
    return rolesToInvite({ role: this.viewerRole })
  }

  get isMessageTooLong(): boolean {
    return codePointLength(this.message) > INVITE_MESSAGE_MAX_LENGTH
  }

  roleOf(id: ContactId): Role {
    return this.given[id] ?? FIRST_ROLE
  }

  /** The role of all; null where they differ. */
  get commonRole(): Role | null {
    const [first, ...others] = this.contacts.map(({ item_typed_id: id }) => this.roleOf(id))
    return first !== undefined && others.every((role) => role === first) ? first : null
  }

  /** @param id null: all of them */
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
   * Sends them once. Who could not be invited is told by name (2§8). `partial` once the user has read that; `none` where nobody was invited, or the
   * request failed: all that was entered is still there.
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
    changes.stale()
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

  /** `5:editor;8:viewer`; departments go by the id of their group (decisions 4.17). */
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
    // A role that the user may no longer give becomes the first one.
    this.given = Object.fromEntries(Object.entries(note.roles).filter(([, role]) => this.roles.includes(role)))
    chosenContactsOf(this.app).put(this.choice, note.contacts)
    this.isRestored = true
  }

  private turned(isSending: boolean) {
    this.isSending = isSending
  }
}

/** The server's words name whom they are about. */
function refusedOf(failed: Reply<'POST /apps/collabs/invite'>['failed']): Message[] {
  const lines: Message[] = failed.slice(0, MOST_LISTED).map(({ error_tr_msg: text }) => ({ text }))
  const left = failed.length - lines.length
  return left > 0 ? [...lines, { key: 'collab.more', params: { n: left } }] : lines
}
