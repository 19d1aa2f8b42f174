import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { scanFile } from '../converters/pdf/scanFile'
import { NoPreview, type Content } from '../converters/task'
import type { PreviewPorts } from '../ports'
import type { Sandbox } from '../sandbox/sandbox'
import type { PreviewTarget } from '../target'
import type { MakerTools } from './Maker'
import { recognise, type Tesseract } from './tesseract'

/** pages of a PDF that are recognised */
const PAGES = 50
/** ms for all pages; further pages stay without words */
const TOTAL = 15 * 60_000
/** UTF-16 units; the search reads no more of a document */
const LENGTH = 200_000
/** ms per converter run */
const LIMITS = { draw: 240_000, content: 100_000 }

/** The words on pages of PDFs that are pictures, for the search (AH-44). */
export class Scans {
  constructor(
    private readonly ports: Pick<PreviewPorts, 'log'>,
    private readonly tools: Pick<MakerTools, 'workspace' | 'converters'>,
    private readonly tesseract: Tesseract,
    private readonly sandbox: Sandbox | null,
  ) {}

  /**
   * The text of a PDF with the words that are recognised on its pages without a text; null when there is no such page, or the PDF cannot be read.
   * Throws the reason of `signal` after an abort, and TookTooLong if the pages cannot be drawn in time.
   */
  readContent({ bodyId, bodyKey }: PreviewTarget, signal: AbortSignal): Promise<Content | null> {
    const { workspace, converters } = this.tools
    return workspace.use(bodyId, async (folder) => {
      const input = join(folder, 'in.pdf')
      await workspace.fetch(bodyKey, input, signal)
      try {
        const drawing = { kind: 'drawScans', input, folder, most: PAGES } as const
        const { scans = 0 } = await converters.run(drawing, { limit: LIMITS.draw, signal })
        if (scans === 0) return null
        const words = join(folder, 'all.txt')
        // A link that a converter put there is not followed.
        await writeFile(words, await this.wordsOf(bodyId, scans, folder, signal), { flag: 'wx' })
        const reading = { kind: 'readContent', input, from: 'pdf', words } as const
        const { content } = await converters.run(reading, { limit: LIMITS.content, signal })
        return content ?? null
      } catch (error) {
        if (!(error instanceof NoPreview) || error.reason === 'server_error') throw error
        this.ports.log.info({ bodyId, reason: error.reason, detail: error.message }, 'cannot recognise the words')
        return null
      }
    })
  }

  /** A page that cannot be read, or not in time, has no words. */
  private async wordsOf(bodyId: number, scans: number, folder: string, signal: AbortSignal): Promise<string> {
    const end = performance.now() + TOTAL
    let words = ''
    for (let at = 0; at < scans && performance.now() < end && words.length < LENGTH; at += 1) {
      const picture = join(folder, scanFile(at))
      try {
        words += `${await recognise(this.tesseract, picture, folder, { signal, sandbox: this.sandbox })}\n`
      } catch (error) {
        if (!(error instanceof NoPreview)) throw error
        this.ports.log.info({ bodyId, page: at, detail: error.message }, 'cannot recognise the words of a page')
      }
      await rm(picture, { force: true })
    }
    return words
  }
}
