import { observable, runInAction } from 'mobx'
import type { KeepRequest, NetworkState, OfflineFiles, OfflinePhone } from '@/platform/Platform'
import { KeepFailed } from '@/platform/fileFailures'
import { makeLazy } from '@/stores/app/LazyStores'
import type { NetworkStore } from '@/stores/app/NetworkStore'
import { makeItem } from './factories'
import type { FakePlatform } from './fakePlatform'
import { startApp } from './startApp'

/** Bytes by key, in memory. */
export class KeepingPhone implements OfflinePhone {
  readonly bytes = new Map<string, string>()
  readonly fetched: KeepRequest[] = []
  room = 1_000_000
  /** Runs before bytes are stored. */
  before: (request: KeepRequest) => Promise<void> = async () => undefined
  private readonly queues = new Map<string, Promise<void>>()

  readonly files: OfflineFiles = {
    largest: 10_000,
    fetch: async (request) => {
      this.fetched.push(request)
      if (request.size > this.room) throw new KeepFailed('room')
      await this.before(request)
      if (request.canceler.canceled) throw new KeepFailed('canceled')
      this.bytes.set(request.key, `${request.address} ${request.versionKey}`)
    },
    keys: async () => [...this.bytes.keys()],
    remove: async (keys) => keys.forEach((key) => this.bytes.delete(key)),
    open: async (key) => (this.bytes.has(key) ? { address: `blob:${key}`, release() {} } : null),
    text: async (key) => this.bytes.get(key) ?? null,
    handOver: async () => undefined,
    free: async () => this.room,
  }

  /** As Web Locks: tasks of one name run one after another, whichever page began them. */
  async alone(task: string, run: () => Promise<void>) {
    const mine = (this.queues.get(task) ?? Promise.resolve()).then(run)
    this.queues.set(
      task,
      mine.catch(() => undefined),
    )
    await mine
  }
}

/** An app on a phone that keeps files, and whose network the test turns off and on. */
export async function startKeeping(
  platform?: FakePlatform,
  phone = new KeepingPhone(),
  state: NetworkState = 'online',
) {
  const rig = await startApp(platform)
  const network = observable({ state })
  makeLazy(rig.app, 'network', () => network as unknown as NetworkStore)
  makeLazy(rig.app, 'offlinePhone', () => phone)
  const turn = (next: NetworkState) => runInAction(() => void (network.state = next))
  return { ...rig, phone, turn }
}

/** A file with a version that the server can send. */
export function makeVersion(id: number, versionId: number, fields: Parameters<typeof makeItem>[0] = {}) {
  return makeItem({ id, file_version_id: versionId, file_version_key: `v${versionId}`, ...fields })
}
