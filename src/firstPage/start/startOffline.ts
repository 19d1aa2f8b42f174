import { startStorage as storage } from '@/platform/h5/storage'
import { CACHED_LIST_KEY, type CachedList } from '@/stores/items/lists/cachedList'
import { KEPT_KEY, type Kept } from '../keep/kept'

/*
 * Runs in the page that a service worker shows where the server does not answer, before the app's code: what the page would have brought is
 * that of the last visit. The app then shows the last list, and says that there is no network.
 */
const kept = storage.read<Kept>(KEPT_KEY)
// What an earlier version kept has none.
if (kept?.boot) {
  const data = document.createElement('script')
  Object.assign(data, { type: 'application/json', id: 'boot', textContent: JSON.stringify(kept.boot) })
  data.dataset.kept = ''
  document.head.append(data)
  const [base] = /^(\/h5)?\/?$/.exec(location.pathname) ?? []
  const last = base === undefined ? undefined : storage.read<CachedList>(CACHED_LIST_KEY)
  if (last?.userId === kept.userId) history.replaceState(history.state, '', addressOf(base!, last!))
}

/** The root leads to the last list; any other address to its own. */
function addressOf(base: string, { at }: CachedList): string {
  return [base.replace(/\/$/, ''), 'files', at.space, ...(at.id === undefined ? [] : [at.id])].join('/')
}
