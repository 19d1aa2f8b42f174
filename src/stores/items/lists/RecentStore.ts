import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { answerOrNull } from '@/api/ApiFailure'
import type { SessionContext } from '@/api/SessionContext'
import type { Item } from '@/contract/entities'
import type { Platform } from '@/platform/Platform'
import { makeLazy, type HasLazy } from '@/stores/app/LazyStores'
import type { ChangesBus, ItemChange } from './ChangesBus'
import { readRecents, writeRecents } from './recents'
import { itemOf } from './rows'

interface Dependencies {
  api: Api
  changes: ChangesBus
  sessionContext: SessionContext
  platform: Pick<Platform, 'storage'>
}

/** The app's only list of recently used files, made when it is first shown. */
export function recentsOf(app: Dependencies & HasLazy<{ recents: RecentStore }>): RecentStore {
  return makeLazy(app, 'recents', () => new RecentStore(app))
}

/** The files that the user opened last, newest first (AH-34). The stored list is shown until the server answers. */
export class RecentStore {
  items: readonly Item[]
  private asking: Promise<void> | null = null

  constructor(private readonly deps: Dependencies) {
    this.items = readRecents(deps.platform.storage, deps.sessionContext.user)
    makeAutoObservable<this, 'deps' | 'asking'>(this, { items: observable.ref, deps: false, asking: false })
    deps.changes.subscribe((change) => this.changed(change))
  }

  /** Called each time the section is shown; a failure leaves the list as it is. */
  load(): Promise<void> {
    this.asking ??= this.ask().finally(() => {
      this.asking = null
    })
    return this.asking
  }

  /** A file was opened: it is first until the server answers. */
  addOpened(item: Item) {
    if (item.type === 'file' && this.items.length > 0) this.received([item, ...this.without(item.typed_id)])
  }

  /** Another user has opened other files. */
  forget() {
    this.items = []
  }

  private async ask() {
    const { api, sessionContext } = this.deps
    const { generation } = sessionContext
    const answer = await answerOrNull(api.call('GET /recent_items/get_list', {}, { quiet: true }))
    if (answer && generation === sessionContext.generation) this.received(answer.recent_items)
  }

  private received(items: readonly Item[]) {
    this.items = items
    writeRecents(this.deps.platform.storage, this.deps.sessionContext.user, items)
  }

  private changed(change: ItemChange) {
    if (change.type === 'stale' || change.type === 'restored') return void this.load()
    if (change.type === 'removed') return this.received(this.without(change.typedId))
    const item = itemOf(change.row)
    if (item) this.received(this.items.map((held) => (held.typed_id === item.typed_id ? item : held)))
  }

  private without(typedId: string): Item[] {
    return this.items.filter((held) => held.typed_id !== typedId)
  }
}
