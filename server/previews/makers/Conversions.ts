import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { CopyFormat, DocumentKind } from '@/contract/documents'
import { bookSourceOf, textSourceOf } from '@/domain/documents/conversions'
import { picturesOf } from '../../queries/documents/pictures'
import { loadContents } from '../../queries/documents/updates'
import type { Job } from '../../jobs/Jobs'
import { pictureName } from '../converters/conversion/pictureName'
import { partsOfState } from '../converters/conversion/stateParts'
import { NoPreview } from '../converters/task'
import type { PreviewPorts } from '../ports'
import { lackOf } from '../programs'
import type { PreviewState } from '../Renditions'
import type { RenditionKind } from '../representations'
import { targetOf, type ConvertedTo, type PreviewTarget } from '../target'
import { makerJob, officeSlots, renditionJob, usualSlots, type MakerTools } from './Maker'
import { convertOffice, MadeNothing, type Office } from './office'
import { isPackage } from './Readings'

/** ms of a converter's run */
const LIMIT = 240_000
const CHECK = 30_000
/** bytes of a file that is read */
const LARGEST = 200 * 1024 * 1024

const mediaTypes: Record<ConvertedTo, string> = {
  ydoc: 'application/octet-stream',
  yxls: 'application/octet-stream',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  md: 'text/markdown',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  pdf: 'application/pdf',
}

/** A file that becomes a document, or a document that becomes a file of another kind. Its asker is an actor. */
export interface Converting extends PreviewTarget {
  fileId: number
  to: ConvertedTo
}

/**
 * Converts files (DOC-07). A result is a rendition of one actor, until a new file of that actor takes its blob. A document is copied as
 * it is when the job runs, also what was written after its last version.
 */
export class Conversions {
  readonly jobs = [
    // Two kinds of jobs, so that others do not wait behind LibreOffice.
    this.job('convert_document', usualSlots),
    { ...this.job('convert_document_to_pdf', officeSlots), program: 'office' as const },
  ]

  /** @param office as in `Documents` */
  constructor(
    private readonly ports: Pick<PreviewPorts, 'db' | 'jobs' | 'storage' | 'lease'>,
    private readonly tools: MakerTools,
    private readonly office: Office | null,
  ) {}

  /** Whether files of a kind are made, here or by another process. */
  makes(to: ConvertedTo): boolean {
    return to !== 'pdf' || this.ports.lease.has('office')
  }

  /** The state of a conversion. Starts it if nobody has. */
  ask(converting: Converting): Promise<PreviewState> {
    const kind = convertedKind(converting)
    return this.tools.renditions.request(converting.bodyId, kind, [kind], false, () => this.addJob(converting))
  }

  /** The state of a conversion that was started; null if somebody has taken its result. */
  continue(converting: Converting): Promise<PreviewState | null> {
    return this.tools.renditions.continue(converting.bodyId, convertedKind(converting), () => this.addJob(converting))
  }

  private addJob(converting: Converting): Promise<void> {
    const { bodyId, asker, fileId, to } = converting
    const job = to === 'pdf' ? 'convert_document_to_pdf' : 'convert_document'
    const payload: Converting = { ...targetOf(converting), fileId, to }
    return this.ports.jobs.add(job, payload, renditionJob(`${bodyId}:${convertedKind(converting)}`, asker))
  }

  private job(kind: string, slots: typeof usualSlots) {
    return makerJob<Converting>({
      kind,
      slots,
      makes: (converting) => ({ bodyId: converting.bodyId, kinds: [convertedKind(converting)] }),
      run: (job) => this.make(job),
    })
  }

  /** Makes again, in another folder, if LibreOffice makes nothing: the machine may have been busy. */
  private async make(job: Job<Converting>): Promise<void> {
    try {
      await this.makeOnce(job)
    } catch (error) {
      if (!(error instanceof MadeNothing)) throw error
      await this.makeOnce(job)
    }
  }

  private makeOnce({ payload, signal }: Job<Converting>): Promise<void> {
    const { bodyId, to } = payload
    const { renditions, workspace } = this.tools
    return workspace.use(bodyId, async (folder) => {
      const made =
        to === 'ydoc' || to === 'yxls'
          ? await this.import(payload, to, folder, signal)
          : await this.copy(payload, to, folder, signal)
      await renditions.store(bodyId, convertedKind(payload), made, mediaTypes[to])
    })
  }

  private async import(payload: Converting, to: DocumentKind, folder: string, signal: AbortSignal): Promise<string> {
    const { extension } = payload
    const from = to === 'ydoc' ? textSourceOf(extension) : bookSourceOf(extension)
    if (from === null) throw new NoPreview('not_support', `no document of ${extension}`)
    if (payload.size === 0) throw new NoPreview('empty', 'no bytes')
    if (payload.size > LARGEST) throw new NoPreview('too_large', `${payload.size} bytes`)
    const input = await this.tools.renditions.download(payload, [convertedKind(payload)], folder, signal)
    if ((from === 'docx' || from === 'excel') && !(await isPackage(input))) {
      // It may need a password.
      const check = { kind: 'checkOffice', input, output: join(folder, 'own.pdf') } as const
      await this.tools.converters.run(check, { limit: CHECK, signal })
      if (from === 'docx') throw new NoPreview('extension_not_correct', 'no package')
    }
    const output = join(folder, `made.${to}`)
    const isBook = from === 'excel' || from === 'separated'
    const task = isBook
      ? ({ kind: 'makeBook', input, output, from, extension } as const)
      : ({ kind: 'makeDocument', input, output, from } as const)
    await this.tools.converters.run(task, { limit: LIMIT, signal })
    return output
  }

  private async copy(
    { fileId, extension }: Converting,
    to: CopyFormat,
    folder: string,
    signal: AbortSignal,
  ): Promise<string> {
    const stored = await loadContents(this.ports.db, fileId)
    if (stored === undefined) throw new NoPreview('file_deleted', 'the document is gone')
    const input = join(folder, 'in.parts')
    await writeFile(input, partsOfState([stored.state, ...stored.updates]), { mode: 0o600, flag: 'wx' })
    const written = to !== 'pdf' ? to : extension === 'yxls' ? 'xlsx' : 'docx'
    if (written === 'docx') await this.writePictures(fileId, folder)
    const output = join(folder, `made.${written}`)
    const isBook = written === 'xlsx' || written === 'csv'
    const task = isBook
      ? ({ kind: 'copyBook', input, output, to: written } as const)
      : ({ kind: 'copyDocument', input, output, to: written } as const)
    await this.tools.converters.run(task, { limit: LIMIT, signal })
    if (to !== 'pdf') return output
    if (this.office === null) throw lackOf('office', this.ports.lease)
    return convertOffice(this.office, output, folder, 'pdf', { signal })
  }

  /** Puts the pictures of a text beside its state, as long as there are not too many bytes of them. */
  private async writePictures(fileId: number, folder: string): Promise<void> {
    const { db, storage } = this.ports
    let bytes = 0
    for (const { picture, blob, size } of await picturesOf(db, fileId)) {
      bytes += size
      if (bytes > LARGEST) return
      await pipeline(await storage.read(blob), createWriteStream(join(folder, pictureName(picture)), { flags: 'wx' }))
    }
  }
}

/** The kind of the rendition that an actor's file will take. */
export function convertedKind({ fileId, to, asker }: Pick<Converting, 'fileId' | 'to' | 'asker'>): RenditionKind {
  return `as_${to}_${fileId}@${asker?.actor ?? ''}`
}
