import { HOME, listPath } from '@/domain/addresses'
import { pageUrl, placeOf } from '../places'
import type { Navigator, Place, PlaceOf } from '../Platform'
import { encodeQuery } from '../query'
import { overlayQuery, overlaysOf, overlaysOfPage } from './overlays'
import { currentAddress, getCurrentPages, navigateBack, navigateTo, redirectTo, reLaunch } from './router'

const home: Place = { page: 'files', space: 'frequent' }

/** The list below the members of a folder. */
function filesOf({ folderId }: PlaceOf<'members'>): string {
  return listPath({ space: 'folder', id: folderId })
}

/** The address of a place. A search opens above its list, another overlay without a page of its own above the frequent space. */
function urlOf(place: Place): string {
  if (overlaysOf(place).length === 0) return pageUrl(place)
  if (place.page === 'members') return `${filesOf(place)}?${encodeQuery(overlayQuery(place))}`
  const below = place.page === 'search' ? listPath(place) : HOME
  return `${below}?${encodeQuery(overlayQuery(place))}`
}

/** Opens only addresses that a browser opens as a page, never a script. */
function leave(url: string): void {
  const target = new URL(url, location.href)
  if (/^https?:$/.test(target.protocol)) location.assign(target.href)
}

export function createNavigator(): Navigator {
  let turn = 0

  /** Runs a navigation. Ignores its failure if a later navigation replaced it. */
  async function go(open: () => Promise<unknown>): Promise<void> {
    const mine = (turn += 1)
    await open().catch((failure) => {
      if (mine === turn) throw failure
    })
  }

  const depth = () => Math.max(0, getCurrentPages().length - 1)
  const relaunch = (place: Place) => go(() => reLaunch({ url: urlOf(place) }))

  async function push(place: Place): Promise<void> {
    const [overlay, ...above] = overlaysOf(place)
    // Inviting from a list that contains the folder opens the folder.
    const isElsewhere =
      place.page === 'members' && place.isInviting && currentAddress().split('?')[0] !== filesOf(place)
    if (!overlay || isElsewhere) return go(() => navigateTo({ url: urlOf(place) }))
    const overlays = overlaysOfPage()
    for (const each of [overlay, ...above]) overlays.open(each)
  }

  async function replace(place: Place): Promise<void> {
    const [overlay] = overlaysOf(place)
    // A search opens above its own list.
    if (!overlay || place.page === 'search') return go(() => redirectTo({ url: urlOf(place) }))
    const overlays = overlaysOfPage()
    const open = overlays.list().some(({ flag }) => flag === overlay.flag)
    overlays[open ? 'replace' : 'open'](overlay)
  }

  return {
    push,
    replace,
    relaunch,
    depth,
    back: () => (depth() > 0 ? go(() => navigateBack()) : relaunch(home)),
    here: currentAddress,
    resume: (address) => go(() => redirectTo({ url: address }).catch(() => redirectTo({ url: urlOf(home) }))),
    placeOf,
    leave,
    restart: () => location.reload(),
    overlaysOfPage,
  }
}
