import { join } from 'node:path'
import type { PreviewStatus } from '@/contract/previews/previews'
import { extensionOf, splitExtension } from '@/domain/items/extension'
import type { ActorKey } from '../../actors/actorKey'
import type { PreviewPorts } from '../ports'
import type { Job } from '../../jobs/Jobs'
import type { ArchiveAnswer, ArchiveEntry, ArchiveFormat, ArchiveQuestion } from '../converters/task'
import { KeyedSemaphore } from '../../limits/KeyedSemaphore'
import {
  makerJob,
  renditionJob,
  usualSlots,
  type Maker,
  type MakerTools,
  type Watermarking,
  type RenditionRequest,
} from './Maker'
import { targetOf, type AskedKind, type PreviewTarget } from '../target'
import { safeExtension, type PreviewState } from '../Renditions'
import { findRepresentation, type Made, type RenditionKind } from '../representations'

/** ms per converter run */
const LIMITS = { check: 30_000, list: 300_000, entry: 300_000, question: 30_000 }

/** characters of cached answers from lists */
const CACHE_SIZE = 2 * 1024 * 1024
/** lists read at the same time for one actor; each takes a converting process */
const READ_AT_ONCE = 2

interface ListJob {
  archive: PreviewTarget
}

interface EntryJob extends ListJob {
  /** The entry's number in the archive, from 0. */
  entry: number
}

/** Lists archives, and unpacks each file that somebody opens as a blob of its own (1§4). */
export class Archives implements Maker {
  readonly plans = ['archive'] as const
  readonly kinds: Partial<Record<AskedKind, Watermarking>> = { zip: 'none' }
  readonly jobs = [
    makerJob<ListJob>({
      kind: 'list_archive',
      slots: usualSlots,
      makes: ({ archive }) => ({ bodyId: archive.bodyId, kinds: ['zip'] }),
      run: (job) => this.makeList(job),
    }),
    makerJob<EntryJob>({
      kind: 'extract_entry',
      slots: usualSlots,
      makes: (payload) => ({ bodyId: payload.archive.bodyId, kinds: [kindOf(payload)] }),
      run: (job) => this.extract(job),
    }),
  ]
  /** Cached answers, because browsing an archive repeats requests. The answer that was requested last is at the end. */
  private readonly answers = new Map<string, string>()
  private cachedLength = 0
  private readonly reading = new KeyedSemaphore<ActorKey>(READ_AT_ONCE)

  constructor(
    private readonly dependencies: Pick<PreviewPorts, 'db' | 'storage' | 'jobs' | 'clock'>,
    private readonly tools: MakerTools,
  ) {}

  /** The state of the list, in the terms of an extraction (1§4). `read` reads the list. `again` as in `Previews.ask`. */
  async ask(archive: PreviewTarget, _wish: RenditionRequest, again: boolean): Promise<PreviewState> {
    const state = await this.tools.renditions.request(archive.bodyId, 'zip', ['zip'], again, () =>
      this.dependencies.jobs.add(
        'list_archive',
        { archive: targetOf(archive) } satisfies ListJob,
        renditionJob(String(archive.bodyId), archive.asker),
      ),
    )
    // Storing a list resets the stored progress. The archive has been read completely by then, and the reported progress must not go back.
    const progress = state.status === 'generating_uploaded' ? 1 : state.progress
    return { ...state, status: extractionOf[state.status] ?? state.status, progress }
  }

  /**
   * A part of the contents, sorted by name. A converting process reads the list, which may be long.
   * @param list the result of `ask`
   * @param archive the archive with its name
   */
  async read(
    { key }: Made,
    archive: PreviewTarget & { name: string },
    question: ArchiveQuestion,
  ): Promise<ArchiveAnswer> {
    const only = splitExtension(archive.name).stem
    const cacheKey = JSON.stringify([key, only, question])
    const cached = this.answers.get(cacheKey)
    if (cached !== undefined) {
      this.cache(cacheKey, cached)
      return JSON.parse(cached) as ArchiveAnswer
    }
    const answer = await this.reading.run(archive.asker?.actor ?? '', () => this.readList(key, archive, question, only))
    this.cache(cacheKey, JSON.stringify(answer))
    return answer
  }

  private readList(
    key: string,
    { bodyId }: PreviewTarget,
    question: ArchiveQuestion,
    only: string,
  ): Promise<ArchiveAnswer> {
    const { workspace, converters } = this.tools
    return workspace.use(bodyId, async (folder) => {
      const input = join(folder, 'list')
      await workspace.fetch(key, input, AbortSignal.timeout(LIMITS.question))
      const { answer } = await converters.run({ kind: 'askList', input, question, only }, { limit: LIMITS.question })
      return answer as ArchiveAnswer
    })
  }

  /** Caches an answer. Removes the oldest answers beyond the limit. */
  private cache(cacheKey: string, answer: string): void {
    this.forget(cacheKey)
    this.answers.set(cacheKey, answer)
    this.cachedLength += cacheKey.length + answer.length
    for (const oldest of this.answers.keys()) {
      if (this.cachedLength <= CACHE_SIZE) return
      this.forget(oldest)
    }
  }

  private forget(cacheKey: string): void {
    const answer = this.answers.get(cacheKey)
    if (answer === undefined) return
    this.answers.delete(cacheKey)
    this.cachedLength -= cacheKey.length + answer.length
  }

  /** Unpacks a file. Reports a started generation meanwhile, because the file's rendition is generated next. `again` repeats a failed attempt. */
  async askEntry(
    archive: PreviewTarget,
    found: ArchiveEntry,
    again: boolean,
  ): Promise<{ state: PreviewState; target: PreviewTarget | null }> {
    const { db, jobs } = this.dependencies
    const { bodyId } = archive
    const job: EntryJob = { archive: targetOf(archive), entry: found.entry }
    const kind = kindOf(job)
    const hasFailed = again && (await findRepresentation(db, bodyId, kind))?.status === 'generating_failed'
    const state = await this.tools.renditions.request(bodyId, kind, [kind], hasFailed, () =>
      jobs.add('extract_entry', job, renditionJob(`${bodyId}:${kind}`, archive.asker)),
    )
    const { made } = state
    if (made === null)
      return { state: state.reason ? state : { ...state, status: 'generating_started', progress: 0 }, target: null }
    const body = await db
      .insertInto('bodies')
      .values({ key: made.key, size: made.size, archive_id: bodyId, entry: found.entry })
      .onConflict((conflict) =>
        conflict
          .columns(['archive_id', 'entry'])
          .where('archive_id', 'is not', null)
          .doUpdateSet({ key: made.key, size: made.size }),
      )
      .returning(['id', 'key', 'size'])
      .executeTakeFirstOrThrow()
    return {
      state,
      target: {
        bodyId: body.id,
        bodyKey: body.key,
        size: body.size,
        extension: extensionOf(found.path),
        asker: archive.asker,
      },
    }
  }

  private async makeList({ payload: { archive }, signal }: Job<ListJob>): Promise<void> {
    const { bodyId, extension } = archive
    const { workspace, converters, renditions } = this.tools
    const status = (now: PreviewStatus) => renditions.status(bodyId, ['zip'], now)
    await workspace.use(bodyId, async (folder) => {
      await status('download_started')
      const input = await this.fetch(archive, folder, signal)
      await status('download_completed')
      await status('check_started')
      const { format } = await converters.run(
        { kind: 'checkArchive', input, extension },
        { limit: LIMITS.check, signal },
      )
      await status('check_completed')
      await status('extract_started')
      const output = join(folder, 'list')
      await renditions.reportProgress(
        bodyId,
        'zip',
        (progress) =>
          converters.run(
            { kind: 'listArchive', input, format: format as ArchiveFormat, output },
            { limit: LIMITS.list, signal, progress },
          ),
        'extract_processing',
      )
      await renditions.store(bodyId, 'zip', output, 'application/json')
    })
  }

  private async extract({ payload: { archive, entry }, signal }: Job<EntryJob>): Promise<void> {
    const { workspace, converters, renditions } = this.tools
    await workspace.use(archive.bodyId, async (folder) => {
      const input = await this.fetch(archive, folder, signal)
      const { format } = await converters.run(
        { kind: 'checkArchive', input, extension: archive.extension },
        { limit: LIMITS.check, signal },
      )
      const output = join(folder, 'entry')
      await converters.run(
        { kind: 'extractEntry', input, format: format as ArchiveFormat, entry, output },
        { limit: LIMITS.entry, signal },
      )
      await renditions.store(archive.bodyId, kindOf({ entry }), output, 'application/octet-stream')
    })
  }

  private async fetch({ bodyKey, extension }: PreviewTarget, folder: string, signal: AbortSignal): Promise<string> {
    const input = join(folder, `in.${safeExtension(extension)}`)
    await this.tools.workspace.fetch(bodyKey, input, signal)
    return input
  }
}

function kindOf({ entry }: Pick<EntryJob, 'entry'>): RenditionKind {
  return `entry_${entry}`
}

/** States of a generation in the terms of an extraction. */
const extractionOf: Partial<Record<PreviewStatus, PreviewStatus>> = {
  generating: 'not_started',
  generating_uploaded: 'extract_processing',
  generated: 'extract_completed',
  generating_failed: 'failed',
}
