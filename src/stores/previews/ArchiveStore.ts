import { makeAutoObservable, observable, runInAction } from 'mobx'
import type { Api } from '@/api/Api'
import { ApiFailure } from '@/api/ApiFailure'
import type { ArchiveEntry, ArchiveError } from '@/contract/previews/previews'
import type { PreviewError } from '@/domain/previews/generation'
import type { Canceler } from '@/platform/Platform'
import { createCanceler } from '@/platform/canceler'
import type { PreviewTarget } from './representationRequest'
import { previewErrorOf } from './previewError'

/** entries per request */
const PORTION = 100

interface Listener {
  /** The top folder is loaded. */
  shown(): void
  failed(reason: PreviewError): void
}

/** The loaded part of a folder in an archive. */
export interface ArchiveFolder {
  entries: readonly ArchiveEntry[]
  /** Null until the first entries are loaded. */
  total: number | null
  phase: 'loading' | 'ready' | 'failed'
}

/** The folders of an archive, each fetched when it is first opened. */
export class ArchiveStore {
  /** Why the archive holds more than can be read; null where everything is listed. */
  error: ArchiveError | null = null
  private readonly folders = observable.map<string, ArchiveFolder>({}, { deep: false })
  private readonly canceler: Canceler = createCanceler()

  constructor(
    private readonly deps: { api: Api },
    private readonly target: PreviewTarget,
    private readonly listener: Listener,
  ) {
    makeAutoObservable<this, 'deps' | 'target' | 'listener' | 'canceler'>(this, {
      deps: false,
      target: false,
      listener: false,
      canceler: false,
    })
  }

  /** @param folder names with slashes between; empty: the archive itself */
  of(folder: string): ArchiveFolder {
    return this.folders.get(folder) ?? { entries: [], total: null, phase: 'loading' }
  }

  /** Loads a folder, unless it was opened before. */
  async open(folder: string) {
    if (!this.folders.has(folder)) await this.fetch(folder)
  }

  /** Loads the next entries; also after a failure. */
  async more(folder: string) {
    const { entries, total, phase } = this.of(folder)
    if (phase !== 'loading' && (total === null || entries.length < total)) await this.fetch(folder)
  }

  dispose() {
    this.canceler.cancel()
  }

  private async fetch(folder: string) {
    const {
      canceler,
      target: { fileId, versionId },
      deps: { api },
    } = this
    const known = this.of(folder)
    this.folders.set(folder, { ...known, phase: 'loading' })
    const request = {
      file_id: fileId,
      file_version_id: versionId,
      folder,
      offset: known.entries.length,
      limit: PORTION,
    }
    try {
      const { reason, trouble, total, entries } = await api.call('GET /apps/representations/entries', request, {
        quiet: true,
        canceler,
      })
      if (canceler.canceled) return
      if (reason) return this.failed(folder, reason)
      runInAction(() => {
        this.error = trouble
        this.folders.set(folder, { entries: [...known.entries, ...entries], total, phase: 'ready' })
      })
      if (folder === '') this.listener.shown()
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      if (!canceler.canceled) this.failed(folder, previewErrorOf(error))
    }
  }

  /** A failure of the top folder ends the preview; any other folder can be retried. */
  private failed(folder: string, reason: PreviewError) {
    const known = this.of(folder)
    if (folder === '' && known.total === null) return this.listener.failed(reason)
    this.folders.set(folder, { ...known, phase: 'failed' })
  }
}
