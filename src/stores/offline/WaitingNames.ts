import { makeAutoObservable, observable, reaction } from 'mobx'
import type { Api } from '@/api/Api'
import { refusalCode } from '@/api/ApiFailure'
import type { SessionContext } from '@/api/SessionContext'
import type { Item } from '@/contract/entities'
import { LIST_PAGE_SIZE } from '@/domain/listLimits'
import { checkName, checkRename } from '@/domain/items/naming'
import {
  WAITING_MOST,
  enqueue,
  markTried,
  nextToSend,
  refuse,
  rename,
  settle,
  waitingFolders,
  waitingName,
  type WaitingChange,
  type WaitingFault,
  type WaitingFolder,
  type WaitingQueue,
  type WaitingRename,
} from '@/domain/offline/waiting'
import type { OfflinePhone, Platform } from '@/platform/Platform'
import { createCanceler } from '@/platform/canceler'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'
import { makeLazy, type HasLazy, type LazyStores } from '@/stores/app/LazyStores'
import type { NetworkStore } from '@/stores/app/NetworkStore'
import { faultOf, ItemNames, nameCodes, type NameOutcome, type NewFolderParent } from '@/stores/items/ItemNames'
import type { ChangesBus } from '@/stores/items/lists/ChangesBus'
import { askForPage, type ListSource } from '@/stores/items/lists/listSources'
import { itemOf } from '@/stores/items/lists/rows'
import type { SessionStore } from '@/stores/session/SessionStore'
import { refusalText } from './callFailures'
import { canReach } from './canReach'
import { NextAttempt } from './NextAttempt'
import { WAITING_KEY } from './storageKeys'

interface Dependencies {
  api: Api
  changes: ChangesBus
  feedback: FeedbackStore
  lazy: LazyStores<{ network: Pick<NetworkStore, 'state'>; offlinePhone: OfflinePhone }>
  platform: Pick<Platform, 'clock' | 'onShow' | 'storage'>
  session: Pick<SessionStore, 'phase'>
  sessionContext: SessionContext
}

interface Stored {
  userId: number
  queue: WaitingQueue
}

/** The app's only queue of names. */
export function waitingNamesOf(app: Dependencies & HasLazy<{ waitingNames: WaitingNames }>): WaitingNames {
  return makeLazy<'waitingNames', WaitingNames>(app, 'waitingNames', () => new WaitingNames(app))
}

/** Renames and new folders that wait on the phone for the network, and are then sent once and in order (AH-42). */
export class WaitingNames {
  queue: WaitingQueue = []
  private isSending = false
  private isWanted = false
  private readonly next: NextAttempt
  /** Ends calls that hang when the network goes. */
  private calls = createCanceler()

  constructor(private readonly deps: Dependencies) {
    this.next = new NextAttempt(deps.platform.clock)
    makeAutoObservable<this, 'deps' | 'isSending' | 'isWanted' | 'next' | 'calls' | 'quietly'>(this, {
      queue: observable.ref,
      deps: false,
      isSending: false,
      isWanted: false,
      next: false,
      calls: false,
      quietly: false,
    })
    this.change((queue) => queue)
    reaction(
      () => canReach(deps),
      (can) => void (can ? this.send() : this.calls.cancel()),
      { fireImmediately: true },
    )
    // Another page of the app may have changed the queue.
    deps.platform.onShow(() => this.change((queue) => queue))
  }

  get refused(): number {
    return this.queue.filter(({ fault }) => fault).length
  }

  /** The name that waits for an item; undefined for other items. */
  nameOf(typedId: string): string | undefined {
    return waitingName(this.queue, typedId)
  }

  /** The folders that wait to be made in a place; none where no folder can be made. */
  foldersIn(place: NewFolderParent | null): readonly WaitingFolder[] {
    return place ? waitingFolders(this.queue, place) : []
  }

  /** Renames now, or as soon as the network is back (ACT-05). */
  async rename(item: Item, typed: string): Promise<NameOutcome> {
    const sent = this.mustWait ? null : await this.sendNow((names) => names.rename(item, typed))
    if (sent && !isUnsent(sent)) return sent
    const check = checkRename(typed, item)
    if (!check.ok) return { done: false, fault: faultOf(check) }
    const { name } = check
    if (name === (this.nameOf(item.typed_id) ?? item.name)) return { done: true }
    return this.wait({
      kind: 'rename',
      key: this.newKey(),
      typedId: item.typed_id,
      before: item.name,
      name,
      ...triedOf(sent),
    })
  }

  /** Creates a folder now, or as soon as the network is back (ACT-06). */
  async newFolder({ parentFolderId, departmentId }: NewFolderParent, typed: string): Promise<NameOutcome> {
    const place = { parentFolderId, ...(departmentId !== undefined && { departmentId }) }
    const sent = this.mustWait ? null : await this.sendNow((names) => names.newFolder(place, typed))
    if (sent && !isUnsent(sent)) return sent
    const check = checkName(typed)
    if (!check.ok) return { done: false, fault: faultOf(check) }
    return this.wait({ kind: 'folder', key: this.newKey(), ...place, name: check.name, ...triedOf(sent) })
  }

  /** Sends a refused change again under another name. Returns what is wrong with the name. */
  async tryName(change: WaitingChange, typed: string): Promise<NameOutcome> {
    const check = change.kind === 'folder' ? checkName(typed) : checkRename(typed, asNamed(change))
    if (!check.ok) return { done: false, fault: faultOf(check) }
    this.change((queue) => rename(queue, change.key, check.name))
    void this.send()
    return { done: true }
  }

  discard({ key }: WaitingChange) {
    this.change((queue) => settle(queue, key))
  }

  /** Sends what waits, the oldest first. Another page of the app that sends at this moment is waited for. */
  async send() {
    this.isWanted = canReach(this.deps)
    if (this.isSending || !this.isWanted) return
    this.isSending = true
    const { feedback, lazy } = this.deps
    let sent = 0
    const run = async () => void (sent += await this.sendAll())
    try {
      while (this.isWanted) {
        this.isWanted = false
        await (lazy.offlinePhone?.alone('names', run) ?? run())
      }
    } finally {
      this.isSending = false
    }
    if (this.refused > 0) feedback.toast({ key: 'waiting.refused', params: { n: this.refused } })
    else if (sent > 0) feedback.toast({ key: 'waiting.sent', params: { n: sent } })
  }

  /** The queue of a user who leaves was erased with the storage. */
  forget() {
    this.change((queue) => queue)
  }

  /** With a network nothing waits. A call that the network does not carry then waits after all. */
  private sendNow(send: (names: ItemNames) => Promise<NameOutcome>): Promise<NameOutcome> {
    return send(new ItemNames(this.deps, [...nameCodes, 'network']))
  }

  /** While changes wait, a new one waits behind them. */
  private get mustWait(): boolean {
    return this.deps.lazy.network?.state === 'offline' || nextToSend(this.queue) !== undefined
  }

  private wait(change: WaitingChange): NameOutcome {
    const { feedback } = this.deps
    if (this.queue.length >= WAITING_MOST)
      return { done: false, fault: { key: 'waiting.tooMany', params: { n: WAITING_MOST } } }
    this.change((queue) => enqueue(queue, change))
    feedback.toast({ key: 'waiting.waits', params: { name: change.name } })
    void this.send()
    return { done: true }
  }

  /** @returns the number of changes that the server made */
  private async sendAll(): Promise<number> {
    let sent = 0
    this.calls = createCanceler()
    this.change((queue) => queue)
    for (let next = nextToSend(this.queue); next && canReach(this.deps); next = nextToSend(this.queue)) {
      const { key } = next
      const isRepeated = next.isTried === true
      this.change((queue) => markTried(queue, key))
      const fault = await this.sendOne(next, isRepeated)
      if (fault === 'later') {
        this.next.plan(() => void this.send())
        break
      }
      this.next.done()
      if (fault === null) sent += 1
      this.change((queue) => (fault ? refuse(queue, key, fault) : settle(queue, key)))
    }
    return sent
  }

  private async sendOne(change: WaitingChange, isRepeated: boolean): Promise<WaitingFault | null | 'later'> {
    try {
      return await (change.kind === 'rename' ? this.sendRename(change) : this.sendFolder(change, isRepeated))
    } catch (error) {
      const text = refusalText(error)
      return text === null ? 'later' : { text }
    }
  }

  private async sendRename({ typedId, before, name }: WaitingRename): Promise<WaitingFault | null> {
    const { api, changes } = this.deps
    const asked = { item_typed_id: typedId as `file_${number}` }
    const { item } = await api.call('GET /apps/files/get_info', asked, this.quietly)
    if (item && item.name !== before && item.name !== name) return { renamedTo: item.name }
    // The item already has the name if the answer of an earlier attempt was lost.
    const isDone = item?.name === name
    changes.announceReplaced(
      isDone ? item : (await api.call('POST /apps/files/edit', { ...asked, name }, this.quietly)).item,
    )
    return null
  }

  private async sendFolder(change: WaitingFolder, isRepeated: boolean): Promise<null> {
    const { api, changes } = this.deps
    const { parentFolderId: parent_folder_id, departmentId: department_id, name } = change
    try {
      const asked = { parent_folder_id, department_id, name }
      changes.announceAdded((await api.call('POST /apps/files/new_folder', asked, this.quietly)).new_folder)
    } catch (error) {
      const made = isRepeated && refusalCode(error) === 'name_taken' && (await this.findMade(change))
      if (!made) throw error
      changes.announceAdded(made)
    }
    return null
  }

  /** The folder that an earlier attempt made, whose answer was lost: one of the newest items of its place. */
  private async findMade({ parentFolderId, departmentId, name }: WaitingFolder): Promise<Item | undefined> {
    const { api, sessionContext } = this.deps
    const newest = { by: 'date', direction: 'desc' } as const
    const page = { offset: 0, limit: LIST_PAGE_SIZE }
    const { rows } = await askForPage(api, placeOf(parentFolderId, departmentId), page, newest, this.quietly)
    return rows
      .flatMap((row) => itemOf(row) ?? [])
      .find((item) => item.type === 'folder' && item.name === name && item.updater.id === sessionContext.user?.id)
  }

  /** Changes the queue in the phone's storage, which all pages of the app share. */
  private change(make: (queue: WaitingQueue) => WaitingQueue) {
    const { platform, sessionContext } = this.deps
    const stored = platform.storage.read<Stored>(WAITING_KEY)
    const userId = sessionContext.user?.id ?? stored?.userId ?? 0
    const before = stored?.userId === userId ? stored.queue : []
    const queue = make(before)
    if (queue !== before) platform.storage.write(WAITING_KEY, { userId, queue } satisfies Stored)
    this.queue = queue
  }

  private get quietly() {
    return { quiet: true, canceler: this.calls }
  }

  private newKey(): string {
    return `${this.deps.platform.clock.now()}-${Math.random().toString(36).slice(2)}`
  }
}

function isUnsent(outcome: NameOutcome): boolean {
  return !outcome.done && outcome.isUnsent === true
}

/** The answer to an unsent call may have been lost. */
function triedOf(sent: NameOutcome | null): { isTried?: true } {
  return sent ? { isTried: true } : {}
}

function placeOf(folderId: number, departmentId: number | undefined): ListSource {
  if (departmentId !== undefined) return { space: 'dept', id: departmentId }
  return folderId === 0 ? { space: 'own' } : { space: 'folder', id: folderId }
}

function asNamed({ typedId, before }: WaitingRename): Pick<Item, 'type' | 'name'> {
  return { type: typedId.startsWith('file_') ? 'file' : 'folder', name: before }
}
