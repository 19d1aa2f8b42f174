import { makeAutoObservable, observable, reaction } from 'mobx'
import { ApiFailure } from '@/api/ApiFailure'
import { messageOf } from '@/api/reactions'
import type { Contact } from '@/contract/contacts'
import type { Item } from '@/contract/entities'
import type { ShareLink } from '@/contract/shares/shares'
import { itemAddress } from '@/domain/items/itemAddress'
import { receiversOf } from '@/domain/contacts/contacts'
import { createPayload } from '@/domain/shares/createPayload'
import { areDownloadable, firstMode, offersOf, type OfferReason, type ShareOffers } from '@/domain/shares/offers'
import { defaultSettings, policyOf, type ShareMode, type ShareSettings } from '@/domain/shares/settings'
import { checkSettings, settleSettings, type ShareFacts, type ShareFieldFault } from '@/domain/shares/validate'
import { NEVER_EXPIRES, SHARE_MESSAGE_MAX_LENGTH } from '@/domain/limits'
import { codePointLength } from '@/domain/text/codePoints'
import { chosenContactsOf } from '@/stores/contacts/ChosenContacts'
import type { AppServices } from '@/stores/app/AppServices'
import { SavedDrafts, restored } from '@/stores/app/SavedDrafts'
import { findShared, type Shared } from './findShared'
import { emptyNote, noteKeyOf, type ShareNote } from './shareNote'

/** `failed`: no answer. `gone`: it cannot be shared, and the panel closes; `refusal` says why where the user was not shown that yet. */
export type SharePhase = 'finding' | 'failed' | 'ready' | 'making' | 'made' | 'gone'

/** Why no link was made: a field is wrong, nobody was chosen, or the server refused, which the user was shown. */
export type ShareFailure = 'invalid' | 'nobody' | 'refused'

/** A share being prepared: items, recipients, settings; made by one call (SHARE-01, SHARE-16). */
export class ShareDraft {
  phase: SharePhase = 'finding'
  refusal: OfferReason | null = null
  items: readonly Item[] = []
  mode: ShareMode = 'link'
  message = ''
  isVersionPinned = false
  link: ShareLink | null = null
  /** Whether this draft continues the draft of an earlier visit. */
  isRestored = false
  /** Settings being edited on the page of permissions (AH-27). */
  unsaved: ShareSettings | null = null
  policy = policyOf({})
  private start: Record<ShareMode, ShareSettings> | null = null
  private changed: Partial<Record<ShareMode, ShareSettings>> = {}
  private readonly notes: SavedDrafts<ShareNote>
  private stopKeeping = () => {}

  constructor(
    private readonly app: AppServices,
    private readonly typedId: string,
  ) {
    this.notes = new SavedDrafts(app, 'shares', emptyNote)
    makeAutoObservable<this, 'app' | 'typedId' | 'start' | 'stopKeeping' | 'changed'>(this, {
      items: observable.ref,
      policy: observable.ref,
      link: observable.ref,
      unsaved: observable.ref,
      changed: observable.ref,
      start: observable.ref,
      app: false,
      typedId: false,
      stopKeeping: false,
    })
  }

  get item(): Item | undefined {
    return this.items[0]
  }

  /** The settings of the tab that is shown. */
  get settings(): ShareSettings {
    return this.changed[this.mode] ?? this.start![this.mode]
  }

  /** The settings for named colleagues of one tap (AH-48): those of the tab once the user changed them, otherwise without an expiry. */
  get sending(): ShareSettings {
    const { colleagues = { ...this.start!.colleagues, due_time: NEVER_EXPIRES } } = this.changed
    return { ...colleagues, description: this.message }
  }

  get offers(): ShareOffers {
    return offersOf(this.offerSubject, this.mode)
  }

  get receivers(): readonly Contact[] {
    return this.mode === 'colleagues' ? this.chosen : []
  }

  /** The argument of `navigate.push({ page: 'people', choice })`. */
  get choice() {
    return { mode: 'share' as const, typedId: this.typedId }
  }

  get facts(): ShareFacts {
    return {
      enterprise: this.app.sessionContext.enterprise!,
      receivers: this.mode === 'colleagues' ? this.chosen.length : null,
      now: this.app.now() / 1000,
    }
  }

  /** What prevents the share, including faults of the message. */
  get faults(): ShareFieldFault[] {
    return checkSettings(this.whole, this.policy, this.facts)
  }

  get isMessageTooLong(): boolean {
    return codePointLength(this.message) > SHARE_MESSAGE_MAX_LENGTH
  }

  /** The address that opens a single item for people who can see it anyway; '' for several. */
  get address(): string {
    return this.items.length === 1 ? this.app.sessionContext.baseUrl + itemAddress(this.items[0]!) : ''
  }

  async find() {
    this.turned('finding')
    let isCut = false
    const shared = await findShared(this.app, this.typedId, ({ failure }) => (isCut = failure.kind !== 'refused'))
    if (isCut) this.turned('failed')
    else this.found(shared)
  }

  setMode(mode: ShareMode) {
    this.mode = mode
    this.unsaved = null
  }

  setMessage(message: string) {
    this.message = message
  }

  pinVersion(isPinned: boolean) {
    this.isVersionPinned = isPinned
  }

  saveSettings(settings: ShareSettings) {
    this.changed = { ...this.changed, [this.mode]: settings }
    this.unsaved = null
  }

  setUnsaved(unsaved: ShareSettings | null) {
    this.unsaved = unsaved
  }

  removeReceiver(contact: Contact) {
    const others = this.chosen.filter((other) => other.item_typed_id !== contact.item_typed_id)
    chosenContactsOf(this.app).put(this.choice, others)
  }

  /** Restores the initial values. */
  discard() {
    this.message = ''
    this.isVersionPinned = false
    this.changed = {}
    this.unsaved = null
    this.isRestored = false
    chosenContactsOf(this.app).drop(this.choice)
    this.forgetNote()
  }

  /** Makes the share once; after a failure all input stays. */
  async make(): Promise<ShareLink | ShareFailure> {
    if (this.phase !== 'ready') return 'refused'
    const { faults } = this
    if (faults.some(({ field }) => field === 'receivers')) return 'nobody'
    if (faults.length > 0) return 'invalid'
    this.turned('making')
    try {
      const { userIds, groupIds } = receiversOf(this.receivers)
      const [first, ...others] = this.items.map((item) => item.typed_id)
      const answer = await this.app.api.call(
        'POST /apps/share_links/create',
        createPayload(settleSettings(this.whole, this.policy), {
          typedIds: [first!, ...others],
          isVersionPinned: this.isVersionPinned && this.offers.version === 'yes',
          userIds,
          groupIds,
        }),
        { handledCodes: ['share_expiry_past'] },
      )
      this.made(answer.share_link)
      return answer.share_link
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      this.turned('ready')
      if (error.code === 'share_expiry_past') void this.reportPastExpiry(error)
      return 'refused'
    }
  }

  dispose() {
    this.stopKeeping()
    if (this.phase === 'made') chosenContactsOf(this.app).drop(this.choice)
  }

  /** The expiry was valid by the phone's clock, which may be wrong. */
  private async reportPastExpiry({ failure }: ApiFailure) {
    await this.app.feedback.alert(messageOf(failure), { detail: { key: 'clock.check' } })
  }

  private get chosen(): readonly Contact[] {
    return chosenContactsOf(this.app).of(this.choice)
  }

  private get whole(): ShareSettings {
    return { ...this.settings, description: this.message }
  }

  private get offerSubject() {
    const { enterprise, viewFlags } = this.app.sessionContext
    return { items: this.items, policy: this.policy, enterprise: enterprise!, flags: viewFlags }
  }

  private found(shared: Shared | null) {
    if (!shared || !this.app.sessionContext.enterprise) return this.turned('gone')
    this.items = shared.items
    this.policy = shared.policy
    const mode = firstMode(this.offerSubject)
    if (!mode) {
      const { link, colleagues } = offersOf(this.offerSubject, 'link')
      const refused = [link, colleagues].find((offer) => typeof offer === 'object')
      this.refusal = typeof refused === 'object' ? refused.no : 'share_forbidden'
      return this.turned('gone')
    }
    this.mode = mode
    this.start = { link: this.defaults('link'), colleagues: this.defaults('colleagues') }
    this.restore()
    this.turned('ready')
    this.stopKeeping = reaction(
      () => this.note,
      (note) => this.keep(note),
    )
  }

  private defaults(mode: ShareMode): ShareSettings {
    const { platform, sessionContext } = this.app
    return defaultSettings({
      mode,
      policy: this.policy,
      enterprise: sessionContext.enterprise!,
      isDownloadable: areDownloadable(this.items),
      now: platform.clock.now() / 1000,
      zoneAt: (seconds) => platform.clock.zone(seconds * 1000),
      random: Math.random,
    })
  }

  /** The input; null where there is none. */
  private get note(): ShareNote | null {
    const { message, isVersionPinned, changed, unsaved, chosen, mode } = this
    const settings = { ...changed, ...(unsaved && { unsaved }) }
    const isNothing = message === '' && !isVersionPinned && Object.keys(settings).length === 0 && chosen.length === 0
    return isNothing ? null : { mode, message, isVersionPinned, settings, receivers: chosen }
  }

  private keep(note: ShareNote | null) {
    if (this.phase !== 'made') this.notes.write(noteKeyOf(this.items), note)
  }

  private restore() {
    const note = this.notes.read(noteKeyOf(this.items))
    // All selections of several items share one typed_id, so recipients of another selection are dropped.
    if (this.items.length > 1) chosenContactsOf(this.app).drop(this.choice)
    if (!note || !this.start) return
    const canHave = (mode: ShareMode) => this.offers[mode] === 'yes'
    if (canHave(note.mode)) this.mode = note.mode
    this.message = note.message
    this.isVersionPinned = note.isVersionPinned
    for (const mode of ['link', 'colleagues'] as const) {
      if (note.settings[mode]) this.changed[mode] = restored(this.start[mode], note.settings[mode])
    }
    const { unsaved } = note.settings
    this.unsaved = unsaved ? restored(this.settings, unsaved) : null
    if (this.chosen.length === 0 && note.receivers.length > 0)
      chosenContactsOf(this.app).put(this.choice, note.receivers)
    this.isRestored = true
  }

  private made(link: ShareLink) {
    this.link = link
    this.turned('made')
    this.forgetNote()
    this.app.lazy.chosenItems?.forget()
  }

  private forgetNote() {
    this.notes.write(noteKeyOf(this.items), null)
  }

  private turned(phase: SharePhase) {
    this.phase = phase
  }
}
