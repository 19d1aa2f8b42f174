import type { ShareProcess } from '@/contract/shares/shares'
import { requestEarly } from '@/platform/h5/early'
import { GRANT_KEY } from '@/stores/landing/GrantStorage'
import { boot, takeFirstCall } from './pageData'

/* Runs inside the page of a link, before the app's code has loaded: fetches what the link shows, as startList does for a list. */
const first = takeFirstCall()

if (boot && first && !holdsGrant(/[^/]*$/.exec(first.path)![0])) {
  requestEarly(first.path, boot.base_info.csrf_token)
    .then(({ body }) => fetchPicture(body as Shown))
    .catch(() => undefined)
}

interface Shown {
  process?: Pick<ShareProcess, 'picture_url'>
}

/** Fetches a link's single picture while the app's code loads; the app reads everything else. */
function fetchPicture({ process }: Shown): void {
  if (process?.picture_url) new Image().src = process.picture_url
}

/** Whether the browser stores a visit token of the link; the call must then send the token. */
function holdsGrant(name: string): boolean {
  try {
    return sessionStorage.getItem(GRANT_KEY + name) !== null
  } catch {
    return false
  }
}
