import { loadPreviewWords } from '@/i18n/previews/load'
import { documentKindOf } from '@/domain/documents/roots'
import { inBackground } from '@/firstPage/later/lazyParts'
import type { AppServices } from '@/stores/app/AppServices'

/** ms until the code loads although the page is busy */
const PATIENCE = 10_000

/**
 * Loads the code of the preview while the page is idle, so that a tapped file waits for its bytes alone, and the page and editor of a document at
 * the tap. A failure is not shown.
 */
export function loadScreensAhead({ language, lazy }: Pick<AppServices, 'language' | 'lazy'>): void {
  const load = () =>
    void inBackground(() => import(/* webpackChunkName: "preview" */ './PreviewOverlay'))
      .then(() => inBackground(() => loadPreviewWords(language.language)))
      .catch(() => {})
  if (window.requestIdleCallback) window.requestIdleCallback(load, { timeout: PATIENCE })
  else setTimeout(load, 200)
  lazy.previewsAhead?.onBegin(({ extension }) => {
    const kind = documentKindOf(extension)
    if (kind !== null) inBackground(() => loadDocument(kind === 'yxls')).catch(() => {})
  })
}

const loadDocument = (isWorkbook: boolean) =>
  Promise.all([
    import(/* webpackChunkName: "document" */ '@/screens/documents/DocumentScreen'),
    isWorkbook
      ? import(/* webpackChunkName: "sheet" */ '@/screens/documents/sheets/SheetEditor')
      : import(/* webpackChunkName: "text" */ '@/screens/documents/TextEditor'),
  ])
