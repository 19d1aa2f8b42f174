import { makeAutoObservable, observable, reaction } from 'mobx'
import type { Message } from '@/api/Message'
import { answerOrNull } from '@/api/ApiFailure'
import type { Contact, ContactId } from '@/contract/contacts'
import type { ShareLink } from '@/contract/shares/shares'
import { sendsAtOnce } from '@/domain/contacts/contacts'
import { createPayload } from '@/domain/shares/createPayload'
import { settleSettings } from '@/domain/shares/validate'
import { chosenContactsOf } from '@/stores/contacts/ChosenContacts'
import { offerUndo } from '@/stores/app/offerUndo'
import type { AppServices } from '@/stores/app/AppServices'
import { linkChangesOf } from './LinkChanges'
import type { ShareDraft } from './ShareDraft'

/** The words that say what happened. */
export interface QuickSendWords {
  sent(link: ShareLink): Message
  takenBack: Message
}

/** The choice of the picker that sends; the form below has a choice of its own. */
const quickChoice = { mode: 'share' } as const

/** Sends the items of the share panel to one colleague by one tap, as a link that names them, and takes it back (AH-48). */
export class QuickSend {
  /** Colleagues to whom the user sent something recently, those of this visit, and members of the user's departments. */
  people: readonly Contact[] = []
  /** Whether the user may send to colleagues, and the people are loaded. */
  isOffered = false
  private readonly links = observable.map<ContactId, ShareLink>({}, { deep: false })
  private readonly busy = observable.set<ContactId>()

  constructor(
    private readonly app: AppServices,
    private readonly draft: ShareDraft,
  ) {
    makeAutoObservable<this, 'app' | 'draft'>(this, { people: observable.ref, app: false, draft: false })
  }

  /** Loads the people once the draft is ready; without an answer nobody is shown. */
  async load() {
    if (this.draft.offers.colleagues !== 'yes') return
    const answer = await answerOrNull(this.app.api.call('GET /apps/contacts/recent', {}, { quiet: true }))
    this.loaded(answer?.contacts ?? [])
  }

  /** Opens the picker. `listen` takes its choice. */
  choose() {
    chosenContactsOf(this.app).drop(quickChoice)
    void this.app.platform.navigate.push({ page: 'people', choice: quickChoice })
  }

  /** Sends to a person who is chosen in the picker. Several people, groups and departments become the receivers of the form, to be looked at first. */
  listen(wordsOf: (contact: Contact) => QuickSendWords): () => void {
    const held = chosenContactsOf(this.app)
    return reaction(
      () => held.of(quickChoice),
      (chosen) => {
        const [first] = chosen
        if (!first) return
        held.drop(quickChoice)
        if (sendsAtOnce(quickChoice, chosen)) {
          this.add(first)
          void this.send(first, wordsOf(first))
        } else {
          held.put(this.draft.choice, chosen)
          this.draft.setMode('colleagues')
        }
      },
    )
  }

  hasSentTo({ item_typed_id: id }: Contact): boolean {
    return this.links.has(id)
  }

  isSendingTo({ item_typed_id: id }: Contact): boolean {
    return this.busy.has(id)
  }

  /** Sends once, and offers to take it back; the app shows a refusal. */
  async send(contact: Contact, words: QuickSendWords): Promise<void> {
    const { app, draft } = this
    if (draft.phase !== 'ready' || this.isSendingTo(contact) || this.hasSentTo(contact)) return
    this.began(contact)
    const [first, ...others] = draft.items.map((item) => item.typed_id)
    const answer = await answerOrNull(
      app.api.call(
        'POST /apps/share_links/create',
        createPayload(settleSettings(draft.sending, draft.policy), {
          typedIds: [first!, ...others],
          isVersionPinned: draft.isVersionPinned && draft.offers.version === 'yes',
          userIds: [contact.id],
          groupIds: [],
        }),
      ),
    )
    this.ended(contact, answer?.share_link)
    if (!answer) return
    linkChangesOf(app).announceMade(answer.share_link)
    offerUndo(app.feedback, words.sent(answer.share_link), () => this.takeBack(contact, words))
  }

  /** Closes the link that was sent to a colleague. */
  private async takeBack(contact: Contact, words: QuickSendWords): Promise<void> {
    const { app } = this
    const sent = this.links.get(contact.item_typed_id)
    if (!sent) return
    const answer = await answerOrNull(app.api.call('POST /apps/share_links/close', { share_link_ids: [sent.id] }))
    const [link] = answer?.share_links ?? []
    if (!link) return
    this.forgot(contact)
    linkChangesOf(app).announceReplaced(link)
    app.feedback.toast(words.takenBack)
  }

  private loaded(people: readonly Contact[]) {
    this.people = people
    this.isOffered = true
  }

  private add(contact: Contact) {
    const isThere = this.people.some(({ item_typed_id: id }) => id === contact.item_typed_id)
    if (!isThere) this.people = [contact, ...this.people]
  }

  private began({ item_typed_id: id }: Contact) {
    this.busy.add(id)
  }

  private ended({ item_typed_id: id }: Contact, link: ShareLink | undefined) {
    this.busy.delete(id)
    if (link) this.links.set(id, link)
  }

  private forgot({ item_typed_id: id }: Contact) {
    this.links.delete(id)
  }
}
