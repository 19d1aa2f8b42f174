import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { ApiFailure } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import { codeOf } from '@/api/readFailure'
import { messageOf } from '@/api/reactions'
import type { SessionContext } from '@/api/SessionContext'
import type { Item, PreviewKind } from '@/contract/entities'
import type { PreviewInfo } from '@/contract/preview'
import { previewKindOf } from '@/domain/items/kinds'
import { itemInArchive, type EntryInArchive } from '@/domain/preview/archive'
import { PREVIEW_CLEAR_DELAY } from '@/domain/limits'
import {
  answered,
  askOf,
  beginGeneration,
  failedWith,
  offersOf,
  reasonOf,
  type Generation,
  type MediaPhase,
  type PreviewOffer,
  type PreviewTrouble,
} from '@/domain/preview/generation'
import { modeOf, type PreviewMode } from '@/domain/preview/officeFrame'
import { hasPreviewControls, isArchiveTooLarge, viewerOf, type ViewerChoice } from '@/domain/preview/viewerOf'
import type { Canceler, Platform } from '@/platform/Platform'
import { createCanceler } from '@/platform/canceler'
import { ActionLog } from '@/stores/shell/ActionLog'
import type { ChangesBus, ItemChange } from '@/stores/lists/ChangesBus'
import { DocumentOpener, type OpeningState } from './DocumentOpener'
import type { FeedbackStore } from '@/stores/shell/FeedbackStore'

/** `loading`: the item is not known yet. `failed`: a message and offers. `closed`: the data could not be had, the screen goes (1§4). */
export type PreviewPhase = 'loading' | 'generating' | 'ready' | 'failed' | 'closed'

export interface PreviewTarget {
  fileId: number
  /** A version that is not the current one, by its id. */
  versionId?: number
  /** A file in it, where it is an archive. */
  file?: EntryInArchive
}

interface Dependencies {
  api: Api
  changes: ChangesBus
  sessionContext: SessionContext
  feedback: FeedbackStore
  platform: Pick<Platform, 'can' | 'clock' | 'openDocument'>
}

/** One file and what shows it, from the asking to the viewer (PREV-01 to PREV-05, PREV-08, PREV-10). */
export class PreviewStore {
  phase: PreviewPhase = 'loading'
  item: Item | null = null
  /** The answer that the viewer shows; null until it is ready. */
  info: PreviewInfo | null = null
  /** Where the editor of a collaborative document is, once `ready` (PREV-11). */
  editorAddress: string | null = null
  reason: PreviewTrouble | null = null
  /** Where the file itself is had, signed; null without the right, and until the server was asked. */
  downloadAddress: string | null = null
  /** What the viewer says of the password that the file opens with; null where it wants none (PREV-07). */
  wantsPassword: 'needed' | 'checking' | 'wrong' | null = null
  /** Whether the user chose the other mode for this file. */
  isSwitched = false
  target: PreviewTarget
  /** What the server said last of another mode. */
  private canSwitchMode = false
  /** The viewer that the phone has for documents did not take this one. */
  private needsPages = false
  private readonly opener: DocumentOpener
  private readonly log: ActionLog
  /** When the present try began, ms; null once its end was told (CTX-10). */
  private since: number | null
  private isLookedAt: boolean
  private isShown = false
  private generation: Generation = beginGeneration()
  /** Ends what belongs to an earlier target or an earlier try. */
  private canceler: Canceler = createCanceler()
  private stopTimer: (() => void) | null = null
  private unlock: ((password: string) => void) | null = null
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
    this.log = new ActionLog(deps.api)
    this.isLookedAt = ahead === null
    this.since = this.isLookedAt ? deps.platform.clock.now() : null
    makeAutoObservable<
      this,
      | 'deps'
      | 'opener'
      | 'log'
      | 'since'
      | 'isLookedAt'
      | 'isShown'
      | 'generation'
      | 'canceler'
      | 'stopTimer'
      | 'unlock'
      | 'closingMessage'
      | 'unsubscribe'
    >(this, {
      item: observable.ref,
      info: observable.ref,
      target: observable.ref,
      generation: observable.ref,
      deps: false,
      opener: false,
      log: false,
      since: false,
      isLookedAt: false,
      isShown: false,
      canceler: false,
      stopTimer: false,
      unlock: false,
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
    const {
      extension,
      size,
      action_permissions: { perm_download: mayDownload },
    } = this.item
    return viewerOf(
      { kind: this.kind, extension, size, mayDownload },
      { opensDocuments: this.deps.platform.can.openDocument, failed: this.needsPages },
    )
  }

  /** The phone's own viewer at work. */
  get opening(): OpeningState {
    return this.opener.opening
  }

  /** 0 to 100. */
  get percent(): number {
    return this.generation.percent
  }

  /** How far a video or sound is, while it is waited for (1§4). */
  get media(): MediaPhase | null {
    return this.generation.media
  }

  /** Why it failed. */
  get message(): Message<'preview'> | null {
    return this.reason && { key: `preview.reason.${this.reason}` }
  }

  get offers(): PreviewOffer[] {
    return this.reason ? offersOf(this.reason, this.canSwitchMode && this.viewer?.viewer === 'pdf') : []
  }

  /** Whether the top bar has share and more (PREV-01). */
  get hasControls(): boolean {
    const { versionId, file } = this.target
    return (
      this.item !== null &&
      file === undefined &&
      hasPreviewControls({ isOpenPreview: false, isCurrentVersion: versionId === undefined })
    )
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
    const { since } = this
    this.restarted()
    this.since = since
    this.needsPages = true
    await this.generate('first', this.canceler)
  }

  /** What was made ready ahead is looked at from now on. */
  lookedAt() {
    if (this.isLookedAt) return
    this.isLookedAt = true
    this.since = this.deps.platform.clock.now()
    if (this.reason) this.ended(this.reason)
    else if (this.isShown) this.ended()
  }

  /** A viewer shows what was made. */
  viewerShown() {
    this.isShown = true
    this.needsNoPassword()
    this.ended()
  }

  /** A viewer cannot open the file without its password, or with the one given. @param unlock takes the next one; it goes nowhere else */
  viewerLocked(isWrong: boolean, unlock: (password: string) => void) {
    this.wantsPassword = isWrong ? 'wrong' : 'needed'
    this.unlock = unlock
  }

  /** Tries a password that the user typed. */
  givePassword(password: string) {
    if (!this.unlock) return
    this.wantsPassword = 'checking'
    this.unlock(password)
  }

  /** A viewer could not show what was made. */
  viewerFailed(reason: PreviewTrouble) {
    this.failed(reason)
  }

  /** Hands the document to the phone's own viewer, once `ready` (PREV-08). */
  async openDocument() {
    const { item, info, viewer } = this
    if (!item || !info || viewer?.viewer !== 'system') return
    const { source, extension } = viewer
    const isOriginal = source === 'original'
    const address = isOriginal ? info.download_url : info.preview_url
    const outcome = await this.opener.open(
      address,
      { extension, name: item.name, ...(isOriginal ? { size: item.size } : {}) },
      this.canceler,
    )
    if (outcome === 'opened') this.ended()
    else if (outcome === 'refused') await this.showPages()
    else if (outcome !== 'canceled') this.ended(outcome)
  }

  dispose() {
    this.unsubscribe()
    this.stop()
    if (this.closingMessage && this.isLookedAt) void this.deps.feedback.alert(this.closingMessage)
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
    if (kind === 'unsupported' && !this.target.file) return this.failed('not_support')
    if (kind === 'zip' && isArchiveTooLarge(this.item!)) return this.failed('zip_too_large')
    this.began(how)
    await (kind === 'yiqixie' ? this.askEditor(canceler) : this.ask(kind, canceler))
  }

  /** A refusal that has words as a reason is shown like any other; all else is as when the representation cannot be had. */
  private async askEditor(canceler: Canceler) {
    try {
      const { access_url } = await this.deps.api.call(
        'GET /yiqixie/get_access_url',
        { file_id: this.target.fileId },
        { quiet: true, canceler },
      )
      if (!canceler.canceled) this.framed(access_url)
    } catch (error) {
      const reason = error instanceof ApiFailure && !canceler.canceled ? reasonOf(codeOf(error.failure)) : null
      if (reason) this.failed(reason)
      else this.notHad(error, canceler)
    }
  }

  private async ask(kind: PreviewKind | 'unsupported', canceler: Canceler) {
    const { fileId, versionId, file } = this.target
    const asPages = this.viewer?.viewer === 'pages'
    const request = {
      file_id: fileId,
      file_version_id: versionId,
      entry: file?.entry,
      ...(kind !== 'unsupported' && askOf(this.generation, kind, this.mode)),
      ...(asPages && { pages: true }),
    }
    try {
      const info = await this.deps.api.call('GET /apps/representations/info', request, { quiet: true, canceler })
      if (!canceler.canceled) this.told(info, kind, canceler)
    } catch (error) {
      this.notHad(error, canceler)
    }
  }

  /** Goes on, waits, or ends; the full bar stays for a moment (1§4). */
  private told(info: PreviewInfo, kind: PreviewKind | 'unsupported', canceler: Canceler) {
    this.canSwitchMode = info.change_mode_available
    this.downloadAddress = info.download_url
    if (this.isOriginalEnough(info)) return this.ready(info)
    this.generation = answered(this.generation, info)
    const { phase, reason, wait } = this.generation
    if (phase === 'failed') return this.failed(reason ?? 'unknown')
    if (phase === 'generated') return this.later(PREVIEW_CLEAR_DELAY, () => this.ready(info))
    this.later(wait ?? 0, () => void this.ask(kind, canceler))
  }

  private get mode(): PreviewMode {
    const {
      item,
      viewer,
      isSwitched,
      deps: {
        sessionContext: { viewFlags },
      },
    } = this
    return item && viewer
      ? modeOf({ category: item.extension_category, viewer: viewer.viewer, isSwitched }, viewFlags)
      : 'pages'
  }

  /** The phone opens the file itself: no representation is waited for. */
  private isOriginalEnough(info: PreviewInfo): boolean {
    return this.viewer?.viewer === 'system' && this.viewer.source === 'original' && info.download_url !== null
  }

  /** Without an answer of the server the user may try again; with a refusal there is nothing to show. */
  private notHad(error: unknown, canceler: Canceler) {
    if (!(error instanceof ApiFailure)) throw error
    if (canceler.canceled) return
    const { kind } = error.failure
    if (kind === 'network' || kind === 'noResponse') return this.failed('network_error')
    this.closingMessage = messageOf(error.failure)
    this.ended(codeOf(error.failure) ?? kind)
    this.closed()
  }

  private later(milliseconds: number, run: () => void) {
    this.stopTimer = this.deps.platform.clock.after(milliseconds, run)
  }

  private stop() {
    this.canceler.cancel()
    this.stopTimer?.()
    this.canceler = createCanceler()
  }

  private began(how: 'first' | 'forced') {
    this.generation = beginGeneration(how)
    this.phase = 'generating'
  }

  private found(item: Item) {
    const { file } = this.target
    this.item = file ? itemInArchive(item, file) : item
  }

  private ready(info: PreviewInfo) {
    this.info = info
    this.phase = 'ready'
  }

  private framed(address: string) {
    this.editorAddress = address
    this.phase = 'ready'
  }

  private failed(reason: PreviewTrouble) {
    this.needsNoPassword()
    this.ended(reason)
    this.generation = failedWith(this.generation, reason)
    this.reason = reason
    this.phase = 'failed'
  }

  /** Told once a try, to no one's notice. @param failReason absent where it can be seen */
  private ended(failReason?: string) {
    if (this.since === null) return
    const { item, kind, target } = this
    const milliseconds = Math.max(0, this.deps.platform.clock.now() - this.since)
    const info = { milliseconds, ...(item && { extension: item.extension, size: item.size }), ...(kind && { kind }) }
    this.since = null
    this.log.previewComplete({ typedId: `file_${target.fileId}`, info, failReason })
  }

  private needsNoPassword() {
    this.wantsPassword = null
    this.unlock = null
  }

  private closed() {
    this.phase = 'closed'
  }

  private restarted() {
    this.stop()
    this.since = this.isLookedAt ? this.deps.platform.clock.now() : null
    this.isShown = false
    this.phase = 'loading'
    this.info = null
    this.editorAddress = null
    this.reason = null
    this.needsNoPassword()
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
      if (change.typedId === typedId) this.closed()
    } else if (change.row.typed_id === typedId && !('frequent' in change.row)) this.became(change.row)
  }

  /** The file has another name, or another content: then it is shown anew. */
  private became(item: Item) {
    const isNewVersion = this.target.versionId === undefined && this.item?.file_version_id !== item.file_version_id
    this.found(item)
    if (isNewVersion) void this.reload()
  }
}
