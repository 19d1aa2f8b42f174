import { makeAutoObservable, observable, runInAction } from 'mobx'
import type { Api } from '@/api/Api'
import { ApiFailure } from '@/api/ApiFailure'
import type { ArchiveEntry, ArchiveTrouble } from '@/contract/previews/previews'
import type { PreviewTrouble } from '@/domain/previews/generation'
import type { Canceler } from '@/platform/Platform'
import { createCanceler } from '@/platform/canceler'
import type { PreviewTarget } from './PreviewTarget'
import { troubleOf } from './previewTrouble'

/** Entries asked for at once. */
const PORTION = 100

interface Listener {
  /** What lies on top is there. */
  shown(): void
  failed(reason: PreviewTrouble): void
}

/** What is known of a folder in an archive. */
export interface ArchiveFolder {
  entries: readonly ArchiveEntry[]
  /** Null until the first have come. */
  total: number | null
  phase: 'loading' | 'ready' | 'failed'
}

/** The folders of an archive, each asked for when it is first looked into. */
export class ArchiveStore {
  /** Why it holds more than can be read; null where that is all. */
  trouble: ArchiveTrouble | null = null
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

  /** Asks for what a folder holds, unless that was asked before. */
  async open(folder: string) {
    if (!this.folders.has(folder)) await this.fetch(folder)
  }

  /** Asks for the entries that follow those that are there, also after it failed. */
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
        this.trouble = trouble
        this.folders.set(folder, { entries: [...known.entries, ...entries], total, phase: 'ready' })
      })
      if (folder === '') this.listener.shown()
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      if (!canceler.canceled) this.failed(folder, troubleOf(error))
    }
  }

  /** Without what lies on top there is nothing to see; else the folder can be tried again. */
  private failed(folder: string, reason: PreviewTrouble) {
    const known = this.of(folder)
    if (folder === '' && known.total === null) return this.listener.failed(reason)
    this.folders.set(folder, { ...known, phase: 'failed' })
  }
}
