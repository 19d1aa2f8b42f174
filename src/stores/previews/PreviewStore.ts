import { makeAutoObservable, observable } from 'mobx'
import { ApiFailure } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import type { Item } from '@/contract/entities'
import type { PreviewKind } from '@/contract/previews/previews'
import { previewKindOf } from '@/domain/items/kinds'
import { offersOf, type PreviewOffer, type PreviewError } from '@/domain/previews/generation'
import { hasPreviewControls, isArchiveTooLarge, viewerOf, type ViewerChoice } from '@/domain/previews/viewerOf'
import type { Canceler } from '@/platform/Platform'
import { createCanceler } from '@/platform/canceler'
import type { ItemChange } from '@/stores/items/lists/ChangesBus'
import { closingNotice } from './closingNotice'
import { DocumentOpener } from './DocumentOpener'
import { FilePassword } from './FilePassword'
import { Playback } from './Playback'
import type { PreviewDependencies } from './previewDependencies'
import { PreviewedFile } from './PreviewedFile'
import { PreviewReport } from './PreviewReport'
import { shownPreviewError, wordKeyOf } from './previewError'
import { ReadingChoice } from './reading/ReadingChoice'
import { Representation } from './Representation'
import { representationRequest, type PreviewTarget } from './representationRequest'

/** `loading`: the item is unknown yet. `failed`: a message and offers. `closed`: no data, so the screen closes (1§4). */
export type PreviewPhase = 'loading' | 'generating' | 'ready' | 'failed' | 'closed'

/** One file and its viewer, from the request to the viewer (PREV-01 to PREV-05, PREV-08, PREV-10). */
export class PreviewStore {
  phase: PreviewPhase = 'loading'
  reason: PreviewError | null = null
  readonly password = new FilePassword()
  readonly playback = new Playback()
  readonly reading: ReadingChoice
  /** Whether the user switched the mode for this file. */
  isSwitched = false
  /** Whether the phone's own viewer (PREV-08) refused this file. */
  private needsPages = false
  readonly opener: DocumentOpener
  private readonly file: PreviewedFile
  private readonly report: PreviewReport
  readonly representation: Representation
  private isShown = false
  private opening: Promise<void> | null = null
  /** Cancels requests of an earlier target or attempt. */
  private canceler: Canceler = createCanceler()
  /** Shows why the screen closes, after it closed: in the mini-program going back would close the dialog instead. */
  private notice: (() => void) | null = null
  private readonly unsubscribe: () => void

  /**
   * @param ahead the file where it is known: the preview is preloaded before it is viewed
   * @param known the file as the user saw it last: its preview is requested together with the present file
   */
  constructor(
    private readonly deps: PreviewDependencies,
    public target: PreviewTarget,
    ahead: Item | null = null,
    known?: Item,
  ) {
    this.reading = new ReadingChoice(!deps.isOpenPreview)
    this.opener = new DocumentOpener(deps.platform)
    const { api, platform } = deps
    this.file = new PreviewedFile(api, ahead, known, {
      fresh: (item) => this.updateItem(item),
      refused: (error, canceler) => this.handleError(error, canceler),
    })
    this.report = new PreviewReport(api, platform.clock, this, ahead === null)
    this.representation = new Representation(api, platform.clock, {
      ready: () => this.ready(),
      failed: (reason) => this.fail(reason),
      refused: (error, canceler) => this.handleError(error, canceler),
    })
    makeAutoObservable<
      this,
      'deps' | 'file' | 'opening' | 'report' | 'isShown' | 'canceler' | 'notice' | 'unsubscribe'
    >(this, {
      target: observable.ref,
      password: false,
      reading: false,
      deps: false,
      file: false,
      opening: false,
      opener: false,
      report: false,
      representation: false,
      isShown: false,
      canceler: false,
      notice: false,
      unsubscribe: false,
    })
    this.unsubscribe = deps.changes.subscribe((change) => this.changed(change))
  }

  get item(): Item | null {
    return this.file.item
  }

  get kind(): PreviewKind | 'unsupported' | null {
    return this.representation.info?.preview_type === 'video' ? 'video' : this.item && previewKindOf(this.item)
  }

  get viewer(): ViewerChoice | null {
    if (!this.item || !this.kind) return null
    const { extension, size, action_permissions: permissions } = this.item
    const { wps_preview: frames } = this.deps.sessionContext.viewFlags
    return viewerOf(
      { kind: this.kind, extension, size, mayDownload: permissions.perm_download },
      { opensDocuments: this.deps.platform.can.openDocument, failed: this.needsPages, frames, ...this.reading.wishes },
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

  /** Fetches the file and polls until its representation is ready; once, until the preview begins anew. */
  open(): Promise<void> {
    this.opening ??= this.begin()
    return this.opening
  }

  private async begin() {
    const { canceler } = this
    const found = this.file.find(this.target, canceler)
    if (found === true || (await found)) await this.generate('first', canceler)
  }

  /** Shows another file or version from the beginning. */
  async show(target: PreviewTarget) {
    this.turnedTo(target)
    await this.open()
  }

  /** After an error: renders the representation anew (PREV-05). */
  async regenerate() {
    this.restarted()
    await this.generate('forced', this.canceler)
  }

  /** Shows the document in the other viewer, from the beginning (PREV-05). */
  async switchMode() {
    this.restarted()
    this.isSwitched = !this.isSwitched
    await this.open()
  }

  /** After a network error: requests again. */
  async reload() {
    this.restarted()
    this.needsPages = false
    await this.open()
  }

  /** Shows the pages of a file that has a text or a table, or these (AH-36, AH-37, AH-38). */
  async preferPages(prefersPages: boolean) {
    if (!this.reading.prefer(prefersPages, this.item?.extension ?? '')) return
    this.restarted()
    await this.open()
  }

  /** Shows pictures of the pages, because the phone's viewer does not start or refuses the document (PREV-08). */
  async showPages() {
    this.stopped()
    this.needsPages = true
    await this.generate('first', this.canceler)
  }

  /** The user now sees the preloaded preview. */
  markSeen() {
    if (!this.report.markSeen()) return
    if (this.reason) this.report.end(this.reason)
    else if (this.isShown) this.report.end()
  }

  /** A viewer shows the representation. */
  onViewerShown() {
    this.isShown = true
    this.password.forget()
    this.report.end()
  }

  /** Rendering failed, or a viewer could not show the result. */
  fail(reason: PreviewError) {
    this.password.forget()
    this.report.end(reason)
    this.representation.fail(reason)
    this.reason = reason
    this.phase = 'failed'
  }

  /** Opens the document in the phone's own viewer, once `ready` (PREV-08). */
  async openDocument() {
    const { item, viewer } = this
    const { info } = this.representation
    if (!item || !info || viewer?.viewer !== 'system') return
    const outcome = await this.opener.openFile(item, info, viewer, this.canceler)
    if (outcome === 'opened') this.report.end()
    else if (outcome === 'refused') await this.showPages()
    else if (outcome !== 'canceled') this.report.end(outcome)
  }

  dispose() {
    this.unsubscribe()
    this.stop()
    if (this.report.isSeen && !this.deps.isBrief) this.notice?.()
    this.notice = null
  }

  private async generate(how: 'first' | 'forced', canceler: Canceler) {
    const { kind } = this
    if (kind === null) return
    // For a file in an archive the request is made all the same: the answer says where the file can be downloaded.
    if (kind === 'unsupported' && !this.target.file) return this.fail('not_support')
    if (kind === 'zip' && isArchiveTooLarge(this.item!)) return this.fail('zip_too_large')
    this.phase = 'generating'
    const takesPicture = this.report.isSeen && !this.deps.platform.can.openDocument
    const request = representationRequest(this, kind, this.deps.sessionContext.viewFlags, takesPicture)
    await this.representation.open(request, how, canceler)
  }

  /** Without an answer the user may try again; after a refusal the screen closes. */
  handleError(error: unknown, canceler: Canceler = this.canceler) {
    if (!(error instanceof ApiFailure)) throw error
    if (canceler.canceled) return
    const trouble = shownPreviewError(error)
    if (trouble) return this.fail(trouble)
    this.notice = closingNotice(this.deps, this.target.fileId, error, this.item !== null)
    this.report.end(error.code ?? error.failure.kind)
    this.phase = 'closed'
    this.stop()
  }

  private stop() {
    this.canceler.cancel()
    this.representation.stop()
    this.canceler = createCanceler()
  }

  private ready() {
    const type = this.representation.info?.preview_type
    this.reading.onAnswer(type, this.viewer?.viewer)
    if (type === 'pages') this.needsPages = true
    this.phase = 'ready'
  }

  private restarted() {
    this.stopped()
    this.report.start()
  }

  private stopped() {
    this.stop()
    this.opening = null
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
      this.file.forget()
      this.isSwitched = false
    }
    this.reading.turn(this.item !== null)
    this.needsPages = false
    this.playback.forget()
    this.target = target
  }

  private changed(change: ItemChange) {
    const typedId = this.item?.typed_id
    if (change.type === 'stale') return
    if (change.type === 'removed') {
      if (change.typedId === typedId) this.phase = 'closed'
    } else if (change.row.typed_id === typedId && !('frequent' in change.row)) this.updateItem(change.row)
  }

  /** The file was renamed, or has new contents, which are then shown. */
  updateItem(item: Item) {
    const before = this.item?.file_version_id
    this.file.set(item, this.target)
    if (this.target.versionId === undefined && before !== item.file_version_id) void this.reload()
  }
}
