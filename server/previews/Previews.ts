import { availableParallelism } from 'node:os'
import type { ArchiveError } from '@/contract/previews/previews'
import { DOCUMENT_STATE_LIMIT } from '@/domain/documents/bounds'
import { documentKindOf } from '@/domain/documents/roots'
import { extensionOf } from '@/domain/items/extension'
import { archiveRow } from './makers/archiveRows'
import { Archives } from './makers/Archives'
import type { ArchiveEntry, Content, PageList, TableAnswer } from './converters/task'
import { Conversions } from './makers/Conversions'
import { Converters } from './converters/Converters'
import { Dispatcher, refusedState, registerJobs } from './Dispatcher'
import { Documents } from './makers/Documents'
import type { Maker } from './makers/Maker'
import { Media } from './makers/Media'
import { Grids, LARGEST_GRID } from './makers/Grids'
import { PagePictures, type AskedPage } from './makers/PagePictures'
import { Readings } from './makers/Readings'
import { Pictures } from './makers/Pictures'
import { Scans } from './makers/Scans'
import { hasPictures, planOf } from './plans'
import type { PreviewPorts } from './ports'
import { findPrograms, kindsOf, lackOf, namesOf, type FoundPrograms, type PreviewPrograms } from './programs'
import { redrawIn, type PictureRedrawer } from './redraw'
import { Renditions, type PreviewState } from './Renditions'
import type { Made } from './representations'
import { targetOf, type AskedKind, type PreviewTarget, type Watermark } from './target'
import { TempWorkspace } from './sandbox/TempWorkspace'
import { enterpriseOf } from './enterpriseOf'
import { readTableIn } from './tables'
import { makeVoice, type Voice } from './makers/voice'
import { RenditionWaits } from './RenditionWaits'
import { renditionFor } from './watermarks'
import { byContent } from './transportStream'
import { WatermarkOver } from './makers/WatermarkOver'

/** Renditions of files: requested by users, made by jobs, stored as blobs (1§4, decisions 46). */
export class Previews {
  /** The requests that wait for renditions. */
  readonly waits = new RenditionWaits()
  /** Makes texts of files, and files of texts. */
  readonly conversions: Conversions
  private readonly converters: Converters
  private readonly renditions: Renditions
  private readonly dispatcher: Dispatcher
  private readonly documents: Documents
  private readonly pages: PagePictures
  private readonly readings: Readings
  private readonly grids: Grids
  private readonly archives: Archives
  /** null without tesseract */
  private readonly scans: Scans | null

  private constructor(
    private readonly ports: PreviewPorts,
    private readonly workspace: TempWorkspace,
    private readonly found: FoundPrograms,
  ) {
    const { office, ffmpeg, tesseract, sandbox } = found
    this.converters = new Converters(2 * availableParallelism() + 2, sandbox)
    this.renditions = new Renditions(ports, workspace)
    const tools = { workspace, converters: this.converters, renditions: this.renditions }
    const media = new Media(ports, tools, ffmpeg && { ffmpeg, sandbox })
    const over = new WatermarkOver(ports, tools)
    this.documents = new Documents(ports, tools, office)
    this.pages = new PagePictures(ports, tools)
    this.readings = new Readings(ports, tools, office)
    this.grids = new Grids(ports, tools)
    this.conversions = new Conversions(ports, tools, office)
    this.archives = new Archives(ports, tools)
    this.scans = tesseract && new Scans(ports, tools, tesseract, sandbox)
    const makers: Maker[] = [new Pictures(ports, tools, media), this.documents, media, this.archives]
    this.dispatcher = new Dispatcher(makers, over)
    const all = [...makers, over, this.pages, this.readings, this.grids, this.conversions]
    const jobs = all.flatMap((maker) => maker.jobs)
    registerJobs(ports, this.renditions, jobs, namesOf(found))
  }

  /**
   * Finds the programs of this machine, opens the working folder and registers the handlers of the jobs. Call before the jobs start.
   * @param programs commands of LibreOffice, ffmpeg and tesseract; null: works without the program; undefined: the command is searched for
   */
  static async open(ports: PreviewPorts, programs: PreviewPrograms = {}): Promise<Previews> {
    const { log, storage, lease, config, db } = ports
    const found = await findPrograms(config, programs)
    const { sandbox } = found
    for (const notice of found.notices) log.warn(notice)
    log.info({ sandbox: sandbox?.name ?? null }, 'the sandbox of the converters')
    await lease.announce(namesOf(found))
    const workspace = await TempWorkspace.open(storage, lease, config.dataFolder, {
      sandbox,
      enterpriseOf: (bodyId) => enterpriseOf(db, bodyId),
    })
    return new Previews(ports, workspace, found)
  }

  /** Call after the jobs have stopped. */
  async close(): Promise<void> {
    this.converters.close()
    await this.workspace.close()
  }

  /** Removes working folders of ended processes. */
  removeTemporaries(): Promise<void> {
    return this.workspace.removeLeftovers()
  }

  /** Reads a CSV or an XLSX (`TableReader`). */
  readTable(enterpriseId: number, bytes: Buffer, most: number): Promise<TableAnswer> {
    return this.workspace.useRoom(enterpriseId, (folder) => readTableIn(folder, bytes, most, this.converters))
  }

  /** Redraws a picture (`PictureRedrawer`). */
  redraw(...[enterpriseId, ...asked]: Parameters<PictureRedrawer['redraw']>): ReturnType<PictureRedrawer['redraw']> {
    return this.workspace.useRoom(enterpriseId, (folder) => redrawIn(folder, this.converters, ...asked))
  }

  /** Features that this machine lacks for some previews, for the operator. */
  get notices(): readonly string[] {
    return this.found.notices
  }

  /** Which converters the processes on the database have. */
  get programs(): ReturnType<typeof kindsOf> {
    return kindsOf((program) => this.ports.lease.has(program))
  }

  /** Whether this machine can convert recordings. */
  get hasVoices(): boolean {
    return this.found.ffmpeg !== null
  }

  /** Converts a recording of any format to MP3; null when it has no sound, or this machine cannot convert it. */
  async voice(enterpriseId: number, recording: Buffer): Promise<Voice | null> {
    const { ffmpeg, sandbox } = this.found
    return ffmpeg && makeVoice({ ffmpeg, sandbox }, this.workspace, enterpriseId, recording)
  }

  /** Starts the thumbnails of a new file. */
  async startThumbnails(target: PreviewTarget): Promise<void> {
    if (hasPictures(target.extension)) await this.ask(target, 'image_128', null)
  }

  /**
   * The state of a rendition. Starts making the rendition if nobody has. `again` repeats a rendition that failed, or that succeeded more than a
   * minute ago.
   * @param watermark required when the file may not be downloaded
   */
  ask(target: PreviewTarget, kind: AskedKind, watermark: Watermark | null, again = false): Promise<PreviewState> {
    return this.dispatcher.ask(target, kind, watermark, again)
  }

  /**
   * A watermarked rendition; null when it is not made. Unlike `ask`, it never renews the watermark, because a reader that fetches a document part by
   * part needs the parts of one document.
   */
  findMarked(
    { bodyId, encoding }: Pick<PreviewTarget, 'bodyId' | 'encoding'>,
    kind: AskedKind,
    watermark: Watermark,
  ): Promise<Made | null> {
    return this.renditions.find(bodyId, renditionFor(kind, watermark, encoding))
  }

  /** A page of a folder in an archive, folders first, sorted by name. @param list the result of `ask` for `zip` */
  async entriesOf(
    list: Made,
    archive: PreviewTarget & { name: string },
    part: { folder: string; offset: number; limit: number },
  ): Promise<{ trouble: ArchiveError | null; total: number; entries: ReturnType<typeof archiveRow>[] }> {
    const { trouble, total, rows } = await this.archives.read(list, archive, part)
    return { trouble, total, entries: rows.map(archiveRow) }
  }

  /** A file in an archive by its number; null when there is none. @param list the result of `ask` for `zip` */
  async findEntry(list: Made, archive: PreviewTarget & { name: string }, entry: number): Promise<ArchiveEntry | null> {
    return (await this.archives.read(list, archive, { entry })).found
  }

  /**
   * Unpacks a file from an archive, so that its renditions can be requested like those of any file. `target` is null until the file is unpacked.
   * Nothing is unpacked when the requested kind cannot be made. `again` repeats a failed attempt.
   * @param kind the kind requested next; `original` for the file itself
   */
  async openEntry(
    archive: PreviewTarget,
    found: ArchiveEntry,
    kind: AskedKind | 'original',
    again = false,
  ): Promise<{ state: PreviewState; target: PreviewTarget | null }> {
    const entry = { extension: extensionOf(found.path), size: found.size }
    const refusal = found.isEncrypted
      ? refusedState('generating_failed', 'zip_encrypted')
      : kind === 'original'
        ? null
        : this.dispatcher.refusalOf(entry, kind)
    // A user can open an archive within an archive only after saving the inner archive.
    if (refusal !== null || kind === 'zip')
      return { state: refusal ?? refusedState('not_support', 'not_support'), target: null }
    return this.archives.askEntry(archive, found, again)
  }

  /** The state of the list of a document's pages, which `pageList` reads. Makes the PDF first. `again` as in `ask`. */
  async askPages(target: PreviewTarget, again = false): Promise<PreviewState> {
    const pdf = await this.ask(target, 'pdf', null, again)
    return pdf.made === null ? pdf : this.pages.askList(target, again)
  }

  /** A document's pages. @param list the result of `askPages` */
  pageList(list: Made): Promise<PageList> {
    return this.pages.read(list)
  }

  /** The state of the picture of a page, counted from 1. A failed picture is tried again after a minute. */
  async askPage(target: PreviewTarget, page: AskedPage, watermark: Watermark | null): Promise<PreviewState> {
    const pdf = await this.ask(target, 'pdf', null)
    return pdf.made === null ? pdf : this.pages.askPage(target, page, watermark)
  }

  /** The state of the texts of a document's pages, which `readPageTexts` reads. Makes the PDF first. */
  async askPageTexts(target: PreviewTarget): Promise<PreviewState> {
    const pdf = await this.ask(target, 'pdf', null)
    return pdf.made === null ? pdf : this.pages.askTexts(target)
  }

  /** The lines of a portion of the pages, from 0. @param texts the result of `askPageTexts` */
  readPageTexts(texts: Made, portion: number): ReturnType<PagePictures['readTexts']> {
    return this.pages.readTexts(texts, portion)
  }

  /** The picture of a page, counted from 1; null when it is not made. */
  findPage(
    target: Pick<PreviewTarget, 'bodyId' | 'encoding'>,
    page: AskedPage,
    watermark: Watermark | null,
  ): Promise<Made | null> {
    return this.pages.findPage(target, page, watermark)
  }

  /**
   * The state of the text of a file that has a text (`hasReading`, `hasReadingMode`). `again` as in `ask`.
   * @param isWhole false: the beginning is enough, as long as only the beginning is made
   */
  async askReading(target: PreviewTarget, again = false, isWhole = false): Promise<PreviewState> {
    if (documentKindOf(target.extension) === 'ydoc')
      return this.readings.ask({ ...targetOf(target), plan: null }, again, isWhole)
    const refusal = this.dispatcher.refusalOf(target, 'pdf')
    const plan = planOf(target.extension)
    if (refusal !== null || plan === null) return refusal ?? refusedState('not_support', 'not_support')
    return this.readings.ask({ ...targetOf(target), plan }, again, isWhole)
  }

  /** A piece of a text, from 0. @param text the result of `askReading` */
  readPiece(text: Made, piece: number): ReturnType<Readings['read']> {
    return this.readings.read(text, piece)
  }

  /** The state of the table of a file that has a table (`hasGrid`). Arguments as in `askReading`. */
  async askGrid(target: PreviewTarget, again = false, isWhole = false): Promise<PreviewState> {
    if (target.size === 0) return refusedState('generating_failed', 'empty')
    if (target.size > LARGEST_GRID) return refusedState('generating_failed', 'too_large')
    return this.grids.ask(targetOf(target), again, isWhole)
  }

  /** A block of a sheet, both from 0. @param table the result of `askGrid` */
  readBlock(table: Made, sheet: number, block: number): ReturnType<Grids['read']> {
    return this.grids.read(table, sheet, block)
  }

  /** The file, with the extension of what it holds. */
  byContent<T extends PreviewTarget>(target: T): Promise<T> {
    return byContent(this.ports.storage, target)
  }

  /** Whether a file's text can be extracted: of every file that is shown as a document, except scans, and of documents edited together. */
  isReadable(target: Pick<PreviewTarget, 'extension' | 'size'>): boolean {
    if (documentKindOf(target.extension) !== null) return target.size > 0 && target.size <= DOCUMENT_STATE_LIMIT
    return planOf(target.extension) !== 'scan' && this.dispatcher.refusalOf(target, 'pdf') === null
  }

  /** The text of a readable file; null when it has no accessible text, such as a PDF with a password. */
  readContent(target: PreviewTarget, signal: AbortSignal): Promise<Content | null> {
    return this.documents.readContent(target, signal)
  }

  /** Whether words are recognised on pages of files with this extension, here or by another process. */
  recognises(extension: string): boolean {
    return this.ports.lease.has('tesseract') && planOf(extension) === 'pdf'
  }

  /** The text of a file that `recognises` accepts, with recognised words; null without any page to recognise. */
  async recogniseContent(target: PreviewTarget, signal: AbortSignal): Promise<Content | null> {
    if (this.scans === null) throw lackOf('tesseract', this.ports.lease)
    return this.scans.readContent(target, signal)
  }
}
