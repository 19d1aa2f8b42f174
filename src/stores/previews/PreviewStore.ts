import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { ApiFailure } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import { messageOf } from '@/api/reactions'
import type { SessionContext } from '@/api/SessionContext'
import type { Item } from '@/contract/entities'
import type { PreviewKind } from '@/contract/previews/previews'
import { previewKindOf } from '@/domain/items/kinds'
import { itemInArchive } from '@/domain/previews/archive'
import { offersOf, type PreviewOffer, type PreviewTrouble } from '@/domain/previews/generation'
import { hasPreviewControls, isArchiveTooLarge, viewerOf, type ViewerChoice } from '@/domain/previews/viewerOf'
import type { Canceler, Platform } from '@/platform/Platform'
import { createCanceler } from '@/platform/canceler'
import type { ChangesBus, ItemChange } from '@/stores/items/lists/ChangesBus'
import { DocumentOpener } from './DocumentOpener'
import { FilePassword } from './FilePassword'
import { PreviewReport } from './PreviewReport'
import type { PreviewTarget } from './PreviewTarget'
import { shownTrouble, wordKeyOf } from './previewTrouble'
import { Representation } from './Representation'
import { representationRequest } from './representationRequest'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'

/** `loading`: the item is not known yet. `failed`: a message and offers. `closed`: the data could not be had, the screen goes (1§4). */
export type PreviewPhase = 'loading' | 'generating' | 'ready' | 'failed' | 'closed'

interface Dependencies {
  api: Api
  changes: ChangesBus
  sessionContext: SessionContext
  feedback: FeedbackStore
  platform: Pick<Platform, 'can' | 'clock' | 'openDocument'>
  /** Somebody else shows it in a frame. */
  isOpenPreview?: true
  /** Says of most failures no more than that there is no preview (decisions 3.19), and nothing when it closes. */
  isBrief?: boolean
}

/** One file and what shows it, from the asking to the viewer (PREV-01 to PREV-05, PREV-08, PREV-10). */
export class PreviewStore {
  phase: PreviewPhase = 'loading'
  item: Item | null = null
  reason: PreviewTrouble | null = null
  readonly password = new FilePassword()
  /** Whether the user chose the other mode for this file. */
  isSwitched = false
  target: PreviewTarget
  /** The viewer that the phone has for documents did not take this one. */
  private needsPages = false
  /** The phone's own viewer (PREV-08). */
  readonly opener: DocumentOpener
  private readonly report: PreviewReport
  readonly representation: Representation
  private isShown = false
  /** Ends what belongs to an earlier target or an earlier try. */
  private canceler: Canceler = createCanceler()
  /** Why the screen goes, told when it is gone: in the mini-program going back would close the dialog instead. */
  private closingMessage: Message | null = null
  private readonly unsubscribe: () => void

  /** @param ahead the file, where it is known already: it is made ready before it is looked at */
  constructor(
    private readonly deps: Dependencies,
    target: PreviewTarget,
    ahead: Item | null = null,
  ) {
    this.target = target
    this.item = ahead
    this.opener = new DocumentOpener(deps.platform)
    const { api, platform } = deps
    this.report = new PreviewReport(api, platform.clock, this, ahead === null)
    this.representation = new Representation(api, platform.clock, {
      ready: () => this.ready(),
      failed: (reason) => this.fail(reason),
      refused: (error, canceler) => this.notHad(error, canceler),
    })
    makeAutoObservable<this, 'deps' | 'report' | 'isShown' | 'canceler' | 'closingMessage' | 'unsubscribe'>(this, {
      item: observable.ref,
      target: observable.ref,
      password: false,
      deps: false,
      opener: false,
      report: false,
      representation: false,
      isShown: false,
      canceler: false,
      closingMessage: false,
      unsubscribe: false,
    })
    this.unsubscribe = deps.changes.subscribe((change) => this.changed(change))
  }

  get kind(): PreviewKind | 'unsupported' | null {
    return this.item && previewKindOf(this.item)
  }

  get viewer(): ViewerChoice | null {
    if (!this.item || !this.kind) return null
    const { extension, size, action_permissions: permissions } = this.item
    return viewerOf(
      { kind: this.kind, extension, size, mayDownload: permissions.perm_download },
      { opensDocuments: this.deps.platform.can.openDocument, failed: this.needsPages },
    )
  }

  /** Why it failed. */
  get message(): Message<'preview'> | null {
    return this.reason && wordKeyOf(this.reason, this.deps.isBrief)
  }

  get offers(): PreviewOffer[] {
    return this.reason ? offersOf(this.reason, this.representation.canSwitchMode && this.viewer?.viewer === 'pdf') : []
  }

  /** Whether the top bar has share and more (PREV-01). */
  get hasControls(): boolean {
    const { versionId, file } = this.target
    if (this.item === null || file !== undefined) return false
    return hasPreviewControls({ isOpenPreview: !!this.deps.isOpenPreview, isCurrentVersion: versionId === undefined })
  }

  /** Finds the file and asks until its representation is there. */
  async open() {
    const { canceler } = this
    if (!this.item && !(await this.findItem(canceler))) return
    await this.generate('first', canceler)
  }

  /** Shows another file or version from the beginning. */
  async show(target: PreviewTarget) {
    this.turnedTo(target)
    await this.open()
  }

  /** After an error: makes the representation anew (PREV-05). */
  async regenerate() {
    this.restarted()
    await this.generate('forced', this.canceler)
  }

  /** Shows the document by the other viewer, from the beginning (PREV-05). */
  async switchMode() {
    this.restarted()
    this.isSwitched = !this.isSwitched
    await this.open()
  }

  /** After an error of the network: asks once more. */
  async reload() {
    this.restarted()
    this.needsPages = false
    await this.open()
  }

  /** The viewer that the phone has for documents does not start or refuses this one: pictures of its pages instead (PREV-08). */
  async showPages() {
    this.stopped()
    this.needsPages = true
    await this.generate('first', this.canceler)
  }

  /** What was made ready ahead is looked at from now on. */
  lookedAt() {
    if (!this.report.lookedAt()) return
    if (this.reason) this.report.ended(this.reason)
    else if (this.isShown) this.report.ended()
  }

  /** A viewer shows what was made. */
  viewerShown() {
    this.isShown = true
    this.password.forget()
    this.report.ended()
  }

  /** A viewer could not show what was made, or nothing could be made. */
  fail(reason: PreviewTrouble) {
    this.password.forget()
    this.report.ended(reason)
    this.representation.fail(reason)
    this.reason = reason
    this.phase = 'failed'
  }

  /** Hands the document to the phone's own viewer, once `ready` (PREV-08). */
  async openDocument() {
    const { item, viewer } = this
    const { info } = this.representation
    if (!item || !info || viewer?.viewer !== 'system') return
    const { source, extension } = viewer
    const isOriginal = source === 'original'
    const address = isOriginal ? info.download_url : info.preview_url
    const document = { extension, name: item.name, ...(isOriginal && { size: item.size }) }
    const outcome = await this.opener.open(address, document, this.canceler)
    if (outcome === 'opened') this.report.ended()
    else if (outcome === 'refused') await this.showPages()
    else if (outcome !== 'canceled') this.report.ended(outcome)
  }

  dispose() {
    this.unsubscribe()
    this.stop()
    if (this.closingMessage && this.report.isSeen && !this.deps.isBrief)
      void this.deps.feedback.alert(this.closingMessage)
    this.closingMessage = null
  }

  private async findItem(canceler: Canceler): Promise<boolean> {
    try {
      const request = { item_typed_id: `file_${this.target.fileId}` } as const
      const answer = await this.deps.api.call('GET /apps/files/get_info', request, { quiet: true, canceler })
      if (canceler.canceled || !answer.item) return false
      this.found(answer.item)
      return true
    } catch (error) {
      this.notHad(error, canceler)
      return false
    }
  }

  private async generate(how: 'first' | 'forced', canceler: Canceler) {
    const { kind } = this
    if (kind === null) return
    // A file in an archive is asked for all the same: the answer says where it can be saved from.
    if (kind === 'unsupported' && !this.target.file) return this.fail('not_support')
    if (kind === 'zip' && isArchiveTooLarge(this.item!)) return this.fail('zip_too_large')
    this.phase = 'generating'
    const request = representationRequest(this, kind, this.deps.sessionContext.viewFlags)
    await this.representation.open(request, how, canceler)
  }

  /** Without an answer of the server the user may try again; with a refusal there is nothing to show. */
  notHad(error: unknown, canceler: Canceler = this.canceler) {
    if (!(error instanceof ApiFailure)) throw error
    if (canceler.canceled) return
    const trouble = shownTrouble(error)
    if (trouble) return this.fail(trouble)
    this.closingMessage = messageOf(error.failure)
    this.report.ended(error.code ?? error.failure.kind)
    this.phase = 'closed'
  }

  private stop() {
    this.canceler.cancel()
    this.representation.stop()
    this.canceler = createCanceler()
  }

  private found(item: Item) {
    const { file } = this.target
    this.item = file ? itemInArchive(item, file) : item
  }

  private ready() {
    this.phase = 'ready'
  }

  private restarted() {
    this.stopped()
    this.report.began()
  }

  private stopped() {
    this.stop()
    this.isShown = false
    this.phase = 'loading'
    this.representation.reset()
    this.reason = null
    this.password.forget()
    this.opener.reset()
  }

  private turnedTo(target: PreviewTarget) {
    this.restarted()
    if (target.fileId !== this.target.fileId) {
      this.item = null
      this.isSwitched = false
    }
    this.needsPages = false
    this.target = target
  }

  private changed(change: ItemChange) {
    const typedId = this.item?.typed_id
    if (change.type === 'stale') return
    if (change.type === 'removed') {
      if (change.typedId === typedId) this.phase = 'closed'
    } else if (change.row.typed_id === typedId && !('frequent' in change.row)) this.became(change.row)
  }

  /** The file has another name, or another content: then it is shown anew. */
  became(item: Item) {
    const before = this.item?.file_version_id
    this.found(item)
    if (this.target.versionId === undefined && before !== item.file_version_id) void this.reload()
  }
}
