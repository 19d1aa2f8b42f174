import { baseOf, listPath, withoutBase } from '@/domain/addresses'
import { startStorage as storage } from '@/platform/h5/storage'
import { CACHED_LIST_KEY, type CachedList } from '@/stores/items/lists/cachedList'
import { KEPT_KEY, type Kept } from '../keep/kept'

/*
 * Runs in the page that a service worker shows when the server does not answer, before the app's code: provides the last visit's data in
 * place of the page's. The app then shows the last list, and that there is no network.
 */
const kept = storage.read<Kept>(KEPT_KEY)
// An earlier version stored no `boot`.
if (kept?.boot) {
  const data = document.createElement('script')
  Object.assign(data, { type: 'application/json', id: 'boot', textContent: JSON.stringify(kept.boot) })
  data.dataset.kept = ''
  document.head.append(data)
  // The root leads to the last list; any other address shows its own place.
  const last = withoutBase(location.pathname) === '/' ? storage.read<CachedList>(CACHED_LIST_KEY) : undefined
  if (last?.userId === kept.userId)
    history.replaceState(history.state, '', baseOf(location.pathname) + listPath(last.at))
}
