import { when } from 'mobx'
import type { AppServices } from '@/stores/app/AppServices'
import { makeLazy } from '@/stores/app/LazyStores'

/**
 * Loads what begins a file's preview at the tap, for signed-in users: visitors of links have no list to tap. Without it previews begin with their
 * screens.
 * @param inBackground loads a part without asking the user when that fails
 */
export function loadPreviewsAhead(app: AppServices, inBackground: <T>(load: () => Promise<T>) => Promise<T>): void {
  const load = () => import(/* webpackChunkName: "lazy-ahead" */ './PreviewsAhead')
  when(
    () => app.session.user !== null,
    () =>
      void inBackground(load).then(
        ({ PreviewsAhead }) => makeLazy(app, 'previewsAhead', () => new PreviewsAhead(app)),
        () => {},
      ),
  )
}
