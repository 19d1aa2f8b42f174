import { makeAutoObservable, observable, reaction, runInAction } from 'mobx'
import type { Api } from '@/api/Api'
import type { SessionContext } from '@/api/SessionContext'
import type { Item } from '@/contract/entities'
import {
  KEPT_MOST,
  bytesKey,
  bytesOf,
  keptItemOf,
  keysOf,
  nextMissing,
  withFault,
  withItem,
  withListing,
  withStored,
  withoutBytes,
  withoutExpired,
  withoutFile,
  withoutItem,
  type KeptFile,
  type KeptIndex,
  type KeptItem,
} from '@/domain/offline/kept'
import { TEXT_MOST, viewOf } from '@/domain/offline/viewOf'
import type { Canceler, OfflineFiles, OfflinePhone, OpenedBytes, Platform } from '@/platform/Platform'
import { createCanceler } from '@/platform/canceler'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'
import { makeLazy, type HasLazy, type LazyStores } from '@/stores/app/LazyStores'
import type { NetworkStore } from '@/stores/app/NetworkStore'
import type { ListSource } from '@/stores/items/lists/listSources'
import type { SessionStore } from '@/stores/session/SessionStore'
import { refusalText } from './callFailures'
import { canReach } from './canReach'
import { fetchKept } from './fetchKept'
import { listKept } from './listKept'
import { NextAttempt } from './NextAttempt'
import { mayUserKeep, readIndex } from './readIndex'
import { KEPT_KEY } from './storageKeys'

interface Dependencies {
  api: Api
  feedback: FeedbackStore
  lazy: LazyStores<{ network: Pick<NetworkStore, 'state'>; offlinePhone: OfflinePhone }>
  platform: Pick<Platform, 'clock' | 'onShow' | 'storage'>
  session: Pick<SessionStore, 'phase'>
  sessionContext: SessionContext
}

/** The work ends early: the network or the user is gone. */
class Stopped extends Error {}

/** What the user keeps for reading offline; undefined where the phone keeps no files. */
export function offlineOf(app: Dependencies & HasLazy<{ offline: OfflineStore }>): OfflineStore | undefined {
  const files = app.lazy.offlinePhone?.files
  return files && makeLazy<'offline', OfflineStore>(app, 'offline', () => new OfflineStore(app, files))
}

/** Files and folders that stay readable without a network (AH-42). All pages of the app share one index in the phone's storage. */
export class OfflineStore {
  index: KeptIndex = { userId: 0, items: [] }
  /** Bytes that the phone still grants; null if unknown. */
  free: number | null = null
  isBusy = false
  /** Items that were asked about before this moment are due, ms. */
  private dueBefore = 0
  private isWanted = false
  private generation = 0
  private readonly next: NextAttempt
  /** Ends calls that hang when the network goes. */
  private calls = createCanceler()
  /** The file that is being fetched. */
  private fetching: { typedId: string; canceler: Canceler } | null = null

  constructor(
    private readonly deps: Dependencies,
    private readonly files: OfflineFiles,
  ) {
    this.next = new NextAttempt(deps.platform.clock)
    makeAutoObservable<
      this,
      'deps' | 'files' | 'dueBefore' | 'isWanted' | 'generation' | 'next' | 'calls' | 'fetching'
    >(this, {
      index: observable.ref,
      deps: false,
      files: false,
      dueBefore: false,
      isWanted: false,
      generation: false,
      next: false,
      calls: false,
      fetching: false,
    })
    const { platform, session } = deps
    this.change((index) => withoutExpired(index, platform.clock.now()))
    reaction(
      () => canReach(deps),
      (can) => (can ? void this.refresh() : this.interrupt()),
      { fireImmediately: true },
    )
    // The server no longer confirms any right.
    reaction(
      () => session.phase,
      (phase) => void ((phase === 'signedOut' || phase === 'expired') && this.forget()),
    )
    platform.onShow(() => void this.refresh())
  }

  get items(): readonly KeptItem[] {
    return this.index.items
  }

  /** Bytes of these files on the phone. */
  get used(): number {
    return bytesOf(this.items)
  }

  has(typedId: string): boolean {
    return this.items.some((item) => item.typedId === typedId)
  }

  /** The kept folder that is this place; undefined for any other place. */
  folderAt({ space, id }: ListSource): KeptItem | undefined {
    return this.items.find((item) => (space === 'dept' ? item.departmentId === id : item.typedId === `${space}_${id}`))
  }

  /** A file that is readable now; undefined for any other. */
  fileOf(id: number): KeptFile | undefined {
    return this.items.flatMap(({ files }) => files).find((file) => file.id === id && file.stored)
  }

  /** Keeps a file, or the files of a folder, from now on. */
  keep(item: Item) {
    const { feedback } = this.deps
    if (item.type === 'file' && item.size > this.files.largest)
      return feedback.toast({ key: 'offline.tooLarge', params: { name: item.name } })
    if (this.items.length >= KEPT_MOST) return feedback.toast({ key: 'offline.tooMany', params: { n: KEPT_MOST } })
    this.change((index) => withItem(index, keptItemOf(item)))
    feedback.toast({ key: 'offline.keeping', params: { name: item.name } })
    void this.run()
  }

  /** Deletes an item's bytes from the phone. */
  async drop(typedId: string) {
    this.change((index) => withoutItem(index, typedId))
    if (this.fetching?.typedId === typedId) this.fetching.canceler.cancel()
    await this.sweep()
  }

  async dropAll() {
    for (const { typedId } of this.items) await this.drop(typedId)
  }

  /** Asks the server about all items: rights that ended remove files, and new versions are fetched. Nothing happens without a network. */
  async refresh() {
    if (!canReach(this.deps)) return
    this.dueBefore = this.deps.platform.clock.now() + 1
    await this.run()
  }

  /** null if the bytes are gone; they are then fetched again. */
  async open(file: KeptFile): Promise<OpenedBytes | null> {
    const opened = await this.files.open(this.keyOf(file), viewOf(file.extension).type)
    if (!opened) this.lost(file)
    return opened
  }

  /** The beginning of a text; null if the bytes are gone. */
  async text(file: KeptFile): Promise<string | null> {
    const text = await this.files.text(this.keyOf(file), TEXT_MOST)
    if (text === null) this.lost(file)
    return text
  }

  /** @throws DocumentRefused */
  async handOver(opened: OpenedBytes, file: Pick<KeptFile, 'name' | 'extension'>) {
    await this.files.handOver(opened, file)
  }

  /** Deletes all bytes. The choice stays in the storage unless that was erased: the same user may return. */
  async forget() {
    this.generation += 1
    this.interrupt()
    this.change((index) => withoutBytes(index))
    await this.files.remove(await this.files.keys())
  }

  private interrupt() {
    this.calls.cancel()
    this.fetching?.canceler.cancel()
  }

  private keyOf(file: KeptFile): string {
    return bytesKey(this.index.userId, file, file.stored?.versionId ?? file.versionId)
  }

  private lost({ id }: KeptFile) {
    this.change((index) => withoutBytes(index, id))
    void this.run()
  }

  /** Changes the shared index. Once the storage was erased, nothing is written for the former user. */
  private change(make: (index: KeptIndex) => KeptIndex) {
    const { storage } = this.deps.platform
    const before = this.read()
    const next = make(before)
    if (next !== before && next.userId !== 0) storage.write(KEPT_KEY, next)
    this.index = next
  }

  private read(): KeptIndex {
    const { platform, sessionContext } = this.deps
    return readIndex(platform.storage, sessionContext)
  }

  private async run() {
    this.isWanted = canReach(this.deps)
    if (this.isBusy || !this.isWanted) return
    this.isBusy = true
    try {
      while (this.isWanted) {
        this.isWanted = false
        await this.deps.lazy.offlinePhone!.alone('offline', () => this.pass())
      }
      this.next.done()
    } catch (error) {
      if (!(error instanceof Stopped)) throw error
      this.next.plan(() => void this.run())
    } finally {
      runInAction(() => void (this.isBusy = false))
      await this.measure()
    }
    // Asked for while the work was stopped, for example by signing in again.
    if (this.isWanted) await this.run()
  }

  private async pass() {
    const { generation } = this
    const due = this.dueBefore
    this.calls = createCanceler()
    this.change((index) => index)
    for (const item of this.items) if (item.checkedAt < Math.max(1, due)) await this.check(item, generation)
    if (this.dueBefore === due) this.dueBefore = 0
    await this.sweep()
    for (let next = nextMissing(this.index); next; next = nextMissing(this.index)) {
      if (!canReach(this.deps)) throw new Stopped()
      await this.fetch(next.typedId, next.file, generation)
    }
    await this.sweep()
  }

  private async check(item: KeptItem, generation: number) {
    const { api, feedback, platform, sessionContext } = this.deps
    try {
      const mayKeep = (each: Item) => mayUserKeep(sessionContext, each)
      const listing = await listKept(api, item, mayKeep, this.files.largest, this.calls)
      this.requireSame(generation)
      const { typedId, name } = item
      if (listing) return this.change((index) => withListing(index, typedId, listing, platform.clock.now()))
      this.change((index) => withoutItem(index, typedId))
      feedback.toast({ key: 'offline.gone', params: { name } })
    } catch (error) {
      this.requireSame(generation)
      // Any other refusal concerns this item only: it stays as it is until the next answer.
      if (refusalText(error) === null) throw new Stopped()
    }
  }

  private async fetch(typedId: string, file: KeptFile, generation: number) {
    const { api, platform } = this.deps
    const canceler = createCanceler()
    const key = bytesKey(this.index.userId, file, file.versionId)
    this.fetching = { typedId, canceler }
    const outcome = await fetchKept(api, this.files, file, key, canceler)
    this.fetching = null
    // Another page may have signed out.
    const isOver = generation !== this.generation || platform.storage.read(KEPT_KEY) === undefined
    if (isOver) await this.files.remove([key])
    if (isOver || outcome === 'later') throw new Stopped()
    if (outcome === 'stored') this.change((index) => withStored(index, file, platform.clock.now()))
    else if (outcome === 'withheld') this.change((index) => withoutFile(index, file.id))
    else if (outcome !== 'canceled') this.change((index) => withFault(index, typedId, outcome))
  }

  /** Deletes bytes that no chosen item needs, also those that another user left. */
  private async sweep() {
    const stored = await this.files.keys()
    const needed = keysOf(this.read())
    await this.files.remove(stored.filter((key) => !needed.has(key)))
  }

  private requireSame(generation: number) {
    if (generation !== this.generation) throw new Stopped()
  }

  /** Measures the room on the phone. */
  async measure() {
    const free = await this.files.free()
    runInAction(() => void (this.free = free))
  }
}
