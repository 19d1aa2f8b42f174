import { readBoot } from '@/api/boot'
import { encodeCall } from '@/api/encodeCall'
import type { ShareProcess } from '@/contract/shares'
import { sortFrom } from '@/domain/items/sorting'
import { LIST_PAGE_SIZE } from '@/domain/limits'
import { askEarly, bringEarly } from '@/platform/h5/early'
import { createStorage } from '@/platform/h5/storage'
import { textScaleNow } from '@/platform/h5/window'
import { listCall, type ListSource } from '@/stores/lists/listSources'
import { GRANT_KEY } from '@/stores/visit/KeptGrants'
import { paint, type Drawing } from './paint'
import { drawRows } from './paintRows'
import { placeAt } from './place'

/*
 * Runs inside the page, before the app's code has come: asks for what the app will ask for first, a list or a link, and draws its screen.
 * A constant text, so that the content security policy can name it by its hash.
 */
const boot = readBoot(JSON.parse(document.getElementById('boot')?.textContent ?? 'null'))
const at = placeAt(location.pathname)

if (boot?.is_user_logged_in && at) {
  const query = new URLSearchParams(location.search)
  const { name, request } = listCall(
    at,
    { offset: 0, limit: LIST_PAGE_SIZE },
    sortFrom(query.get('sort_by'), query.get('sort_direction')),
  )
  const { path } = encodeCall(name, request)
  const brought = document.getElementById('rows')
  const text = brought?.dataset.path === path ? brought.textContent! : null
  // Nothing of it stays for whoever comes after its reader.
  brought?.remove()
  if (text === null) askEarly(path, boot.base_info.csrf_token)
  else bringEarly(path, text)
  paint(document.getElementById('shell')!, boot, createStorage(), text === null ? null : drawing(at, text))
}

function drawing(place: ListSource, text: string): Drawing | null {
  const textScale = textScaleNow()
  const body = drawRows(
    place,
    text,
    JSON.parse(document.getElementById('row-words')!.textContent!) as object[],
    textScale,
  )
  return body && { body, style: textScale === 1 ? '' : `--text-scale:${textScale}` }
}

const [, uniqueName] = /^(?:\/h5)?\/share\/([\w-]{22})\/?$/.exec(location.pathname) ?? []
if (boot && uniqueName && !holdsGrant(uniqueName)) {
  const { path } = encodeCall('GET /apps/share_links/info/{unique_name}', { unique_name: uniqueName })
  askEarly(path, boot.base_info.csrf_token)
    .then(({ text }) => fetchPicture(JSON.parse(text)))
    .catch(() => undefined)
}

/** Its one picture comes beside the app's code; what else the link shows, or says, the app reads. */
function fetchPicture({ process }: { process?: Pick<ShareProcess, 'picture_url'> }): void {
  if (process?.picture_url) new Image().src = process.picture_url
}

/** Then the call goes with it. */
function holdsGrant(name: string): boolean {
  try {
    return sessionStorage.getItem(GRANT_KEY + name) !== null
  } catch {
    return false
  }
}
