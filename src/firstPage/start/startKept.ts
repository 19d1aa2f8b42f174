import { readListPath } from '@/domain/items/lists/readListPath'
import { startStorage as storage } from '@/platform/h5/storage'
import { KEPT_KEY, type Kept, type Seen } from '../keep/kept'
import { paint } from '../paint/paint'

/* Runs inside the page that a service worker begins, before the server has answered: draws the list shown last. */
const seen = storage.read<Kept>(KEPT_KEY)?.seen
paint(null, seen && isHere(seen) ? seen : undefined)

function isHere({ path, language }: Seen): boolean {
  const [seenPlace, place] = [path, location.pathname].map((one) => JSON.stringify(readListPath(one)))
  return seenPlace === place && language === document.documentElement.lang
}
