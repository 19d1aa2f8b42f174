import type { Item } from '@/contract/entities'
import { PreviewStore } from './PreviewStore'

type Dependencies = ConstructorParameters<typeof PreviewStore>[0]

/** Opens a file's preview at the tap, while the code of its screen loads. */
export class PreviewsAhead {
  private begun: PreviewStore | null = null
  private loadScreen: (item: Item) => void = () => {}

  constructor(private readonly deps: Dependencies) {}

  /** @param loadScreen loads what the file opens in, beside the preview */
  onBegin(loadScreen: (item: Item) => void) {
    this.loadScreen = loadScreen
  }

  begin(item: Item) {
    this.forget()
    this.begun = new PreviewStore(this.deps, { fileId: item.id }, null, item)
    void this.begun.open()
    this.loadScreen(item)
  }

  /** Hands the preview of the file over to its screen; undefined if another file, or none, was tapped last. */
  take(fileId: number): PreviewStore | undefined {
    const { begun } = this
    if (begun?.target.fileId !== fileId) return undefined
    this.begun = null
    return begun
  }

  forget() {
    this.begun?.dispose()
    this.begun = null
  }
}
