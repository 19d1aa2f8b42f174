import { makeAutoObservable } from 'mobx'
import type { Api } from '@/api/Api'
import { answerOrNull } from '@/api/ApiFailure'
import type { Directory, DirectoryKind, DirectoryRun } from '@/contract/administration/directories'
import { Answer } from './Answer'

/** ms between two looks at a run under way */
const PAUSE = 1000

/** The syncs and dry runs of one directory. */
export class RunsStore {
  readonly found = new Answer<{ directory: Directory | null; runs: readonly DirectoryRun[] }>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private isClosed = false

  constructor(
    private readonly api: Api,
    private readonly kind: DirectoryKind,
  ) {
    makeAutoObservable<this, 'api' | 'kind' | 'timer' | 'isClosed'>(this, {
      api: false,
      kind: false,
      found: false,
      timer: false,
      isClosed: false,
    })
  }

  get directory(): Directory | null {
    return this.found.value?.directory ?? null
  }

  get runs(): readonly DirectoryRun[] {
    return this.found.value?.runs ?? []
  }

  get isRunning(): boolean {
    return this.runs.some(({ state }) => state === 'waiting' || state === 'running')
  }

  /** Loads the runs, and again while one is under way. */
  async load(): Promise<void> {
    await this.found.take(this.ask())
    clearTimeout(this.timer)
    if (this.isRunning && !this.isClosed) this.timer = setTimeout(() => void this.load(), PAUSE)
  }

  /** The app shows a refusal. @param confirms a stopped run whose losses are confirmed */
  async start(isDry: boolean, confirms?: number): Promise<boolean> {
    const { directory } = this
    if (!directory) return false
    const input = { directory_id: directory.id, is_dry: isDry, ...(confirms !== undefined && { confirms }) }
    const reply = await answerOrNull(this.api.call('POST /admin/directories/sync', input))
    await this.load()
    return reply !== null
  }

  close() {
    this.isClosed = true
    clearTimeout(this.timer)
  }

  /** Asks for the directory after its runs: a run that ends in between would otherwise leave the numbers from before it. */
  private async ask() {
    const known = this.isRunning ? this.directory : await this.askDirectory()
    if (!known) return { directory: null, runs: [] }
    const { runs } = await this.api.call('GET /admin/directories/runs', { directory_id: known.id }, { quiet: true })
    return { directory: await this.askDirectory(), runs }
  }

  private async askDirectory(): Promise<Directory | null> {
    const { directories } = await this.api.call('GET /admin/directories/list', {}, { quiet: true })
    return directories.find(({ kind }) => kind === this.kind) ?? null
  }
}
