import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { answerOrNull } from '@/api/ApiFailure'
import type { ImportReport } from '@/contract/administration/import'
import type { Reply } from '@/contract/api'
import { Answer } from './Answer'
import { Sending } from './Sending'

/** ms: reading a file may have to wait for a converter, and writing 10,000 people takes up to a minute */
const PATIENCE = { check: 90_000, run: 300_000, links: 120_000 }

/** A chosen file. */
export interface ChosenFile {
  name: string
  /** The bytes in base64. */
  content: string
}

/** The import of people: a file is read, compared, confirmed and carried out. */
export class ImportStore {
  /** What the server has: the report of the last file; null without one. */
  readonly loaded = new Answer<Reply<'GET /admin/import/info'>>()
  /** Reading a file, or carrying it out; its refusal stays beside the form. */
  readonly sending = new Sending()
  report: ImportReport | null = null
  createsMissing = true
  /** People written so far, while the import runs. */
  written = 0
  links: Reply<'POST /admin/import/links'> | null = null
  /** Whether links are being made. */
  isLinking = false
  private file: ChosenFile | null = null

  constructor(private readonly api: Api) {
    makeAutoObservable<this, 'api' | 'file'>(this, {
      api: false,
      file: false,
      loaded: false,
      sending: false,
      report: observable.ref,
      links: observable.ref,
    })
  }

  /** Whether an import is running, here or elsewhere. */
  get isRunning(): boolean {
    return this.report?.state === 'running'
  }

  /** Whether the file is still here, so that it can be read again with another choice. */
  get canCheckAgain(): boolean {
    return this.file !== null
  }

  /** Asks for the import that waits, runs or was done last. */
  async load(): Promise<void> {
    await this.loaded.take(this.api.call('GET /admin/import/info', {}, { quiet: true }))
    if (this.loaded.value) this.show(this.loaded.value.import)
  }

  async check(file: ChosenFile): Promise<void> {
    this.file = file
    const request = { file_name: file.name, content: file.content, creates_missing: this.createsMissing }
    const reply = await this.sending.send(() =>
      this.api.call('POST /admin/import/check', request, { quiet: true, timeout: PATIENCE.check }),
    )
    if (reply) this.show(reply.import)
  }

  /** Reads the same file with another choice. */
  async setCreatesMissing(createsMissing: boolean): Promise<void> {
    this.createsMissing = createsMissing
    if (this.file && this.report?.state === 'checked') await this.check(this.file)
  }

  /** Carries the import out. */
  async run(skipsFaulty: boolean): Promise<boolean> {
    const { report } = this
    if (!report) return false
    this.began(report)
    const request = { import_id: report.id, skips_faulty: skipsFaulty }
    const reply = await this.sending.send(() =>
      this.api.call('POST /admin/import/run', request, { quiet: true, timeout: PATIENCE.run }),
    )
    // After a refusal, or when the connection broke, the server knows what became of the import.
    if (reply) this.show(reply.import)
    else await this.load()
    return reply !== null
  }

  /** Asks how far the import is; an import that another page began ends here, too. */
  async follow(): Promise<void> {
    const reply = await answerOrNull(this.api.call('GET /admin/import/progress', {}, { quiet: true }))
    const progress = reply?.progress
    if (!progress || !this.isRunning) return
    this.counted(progress.written)
    if (progress.state !== 'running' && !this.sending.isBusy) await this.load()
  }

  /** Makes the one-time links of the new people. Null after a refusal, which the app shows. */
  async makeLinks(): Promise<Reply<'POST /admin/import/links'> | null> {
    if (this.links) return this.links
    const { report } = this
    if (!report || this.isLinking) return null
    this.isLinking = true
    const asked = this.api.call('POST /admin/import/links', { import_id: report.id }, { timeout: PATIENCE.links })
    return this.linked(await answerOrNull(asked))
  }

  /** Goes back to the choice of a file. */
  chooseAnother() {
    this.report = null
    this.file = null
    this.links = null
    this.sending.clear()
  }

  private show(report: ImportReport | null) {
    if (report?.id !== this.report?.id) this.links = null
    this.report = report
    if (report) this.createsMissing = report.creates_missing
  }

  private began(report: ImportReport) {
    this.report = { ...report, state: 'running' }
    this.written = 0
  }

  private counted(written: number) {
    this.written = written
  }

  private linked(links: Reply<'POST /admin/import/links'> | null) {
    this.isLinking = false
    this.links = links
    return links
  }
}
