import { join } from 'node:path'
import type { TextEncoding } from '@/contract/previews/previews'
import type { Job } from '../../jobs/Jobs'
import { makerJob, renditionJob, usualSlots, type MakerTools } from './Maker'
import type { PreviewPorts } from '../ports'
import type { PreviewState } from '../Renditions'
import { findRepresentation } from '../representations'
import type { AskedKind, PreviewTarget, Watermark } from '../target'
import { renditionFor } from '../watermarks'

/** ms per converter run */
const LIMIT = 600_000

interface WatermarkJob {
  bodyId: number
  kind: AskedKind
  watermark: Watermark
  encoding?: TextEncoding
}

/** Draws watermarks over finished pictures and PDFs. */
export class WatermarkOver {
  readonly jobs = [
    makerJob<WatermarkJob>({
      kind: 'watermark',
      slots: usualSlots,
      makes: ({ bodyId, kind, watermark, encoding }) => ({ bodyId, kinds: [renditionFor(kind, watermark, encoding)] }),
      run: (job) => this.make(job),
    }),
  ]

  constructor(
    private readonly ports: Pick<PreviewPorts, 'db' | 'jobs'>,
    private readonly tools: MakerTools,
  ) {}

  /** The state of a watermarked rendition. The plain rendition must be finished. */
  async ask(
    { bodyId, encoding, asker }: PreviewTarget,
    kind: AskedKind,
    watermark: Watermark,
    again: boolean,
  ): Promise<PreviewState> {
    const { renditions } = this.tools
    const job: WatermarkJob = { bodyId, kind, watermark, encoding }
    const own = renditionFor(kind, watermark, encoding)
    await renditions.renewWatermark(bodyId, own, watermark)
    return renditions.request(bodyId, own, [own], again, () =>
      this.ports.jobs.add('watermark', job, renditionJob(`${bodyId}:${own}`, asker)),
    )
  }

  private async make({ payload, signal }: Job<WatermarkJob>): Promise<void> {
    const { bodyId, kind, watermark, encoding } = payload
    const { workspace, renditions, converters } = this.tools
    const own = renditionFor(kind, watermark, encoding)
    const plain = await findRepresentation(this.ports.db, bodyId, renditionFor(kind, null, encoding))
    if (!plain?.body_key) throw new Error(`body ${bodyId} has no ${kind} to watermark`)
    const source = { bodyId, bodyKey: plain.body_key, extension: kind === 'pdf' ? 'pdf' : 'picture' }
    await workspace.use(bodyId, async (folder) => {
      const input = await renditions.download(source, [own], folder, signal)
      const output = join(folder, 'made')
      const task = {
        kind: kind === 'pdf' ? 'watermarkPdf' : 'watermarkPicture',
        input,
        output,
        watermark: watermark.text,
      } as const
      const { types } = await renditions.reportProgress(bodyId, own, (progress) =>
        converters.run(task, { limit: LIMIT, signal, progress }),
      )
      await renditions.status(bodyId, [own], 'generating_uploading')
      await renditions.store(bodyId, own, output, types[0] as string, { watermark })
    })
  }
}
