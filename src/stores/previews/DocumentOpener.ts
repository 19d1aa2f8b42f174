import { makeAutoObservable, observable } from 'mobx'
import type { Message } from '@/api/Message'
import type { Item } from '@/contract/entities'
import type { PreviewInfo } from '@/contract/previews/previews'
import type { ViewerChoice } from '@/domain/previews/viewerOf'
import { DocumentRefused, type Canceler, type DocumentRequest, type Platform } from '@/platform/Platform'

/** State of the phone's own viewer (PREV-08). */
export type OpeningState =
  { phase: 'idle' } | { phase: 'downloading'; percent: number } | { phase: 'failed'; message: Message<'preview'> }

type Outcome = 'opened' | 'canceled' | 'refused' | 'network' | 'gone'

/** Opens a document in the phone's own viewer and reports how that goes. */
export class DocumentOpener {
  opening: OpeningState = { phase: 'idle' }

  constructor(private readonly platform: Pick<Platform, 'openDocument'>) {
    makeAutoObservable<this, 'platform'>(this, { opening: observable.ref, platform: false })
  }

  /** Opens a file as its viewer prescribes: the file itself, or its rendition. */
  openFile(
    { name, size }: Pick<Item, 'name' | 'size'>,
    info: Pick<PreviewInfo, 'download_url' | 'preview_url'>,
    { source, extension }: Extract<ViewerChoice, { viewer: 'system' }>,
    canceler: Canceler,
  ): Promise<Outcome> {
    const isOriginal = source === 'original'
    return this.open(
      isOriginal ? info.download_url : info.preview_url,
      { extension, name, ...(isOriginal && { size }) },
      canceler,
    )
  }

  /**
   * Opens the document and reports the outcome. `refused`: this phone does not show the document, however often the user tries. A canceled attempt
   * reports nothing more. `address` is null if the server sends none.
   */
  async open(
    address: string | null,
    document: Omit<DocumentRequest, 'address' | 'onProgress' | 'canceler'>,
    canceler: Canceler,
  ): Promise<Outcome> {
    if (this.opening.phase === 'downloading') return 'canceled'
    if (address === null) return this.failed('gone')
    this.downloaded(0)
    const onProgress = (percent: number) => {
      if (!canceler.canceled) this.downloaded(percent)
    }
    try {
      await this.platform.openDocument({ ...document, address, canceler, onProgress })
      if (canceler.canceled) return 'canceled'
      this.reset()
      return 'opened'
    } catch (error) {
      if (!(error instanceof DocumentRefused)) throw error
      if (canceler.canceled) return 'canceled'
      if (error.reason === 'network' || error.reason === 'gone') return this.failed(error.reason)
      this.reset()
      return error.reason === 'canceled' ? 'canceled' : 'refused'
    }
  }

  reset() {
    this.opening = { phase: 'idle' }
  }

  private downloaded(percent: number) {
    this.opening = { phase: 'downloading', percent }
  }

  private failed(reason: 'network' | 'gone'): Outcome {
    this.opening = { phase: 'failed', message: { key: `preview.refused.${reason}` } }
    return reason
  }
}
