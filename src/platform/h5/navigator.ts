import { pageUrl, placeOf } from '../places'
import type { Navigator, Overlay, Place } from '../Platform'
import { encodeQuery } from '../query'
import { overlaysOfPage, previewOverlay, searchOverlay, versionsOverlay } from './overlays'
import { currentAddress, getCurrentPages, navigateBack, navigateTo, redirectTo, reLaunch } from './router'

const home: Place = { page: 'files', space: 'frequent' }

/** The place as a page's address; a search lies above its place, a preview that no page carries above the frequent space. */
function urlOf(place: Place): string {
  if (place.page === 'preview') return withOverlay('/files/frequent', previewOverlay(place), place.tab)
  if (place.page === 'search') return withOverlay(['/files', place.space, place.id].filter(Boolean).join('/'), searchOverlay(place))
  return pageUrl(place)
}

function withOverlay(address: string, { flag, value, companions }: Overlay, tab?: string): string {
  return `${address}?${encodeQuery({ [flag]: value, ...companions, tab })}`
}

/** Only what a browser opens as a page: never a script. */
function leave(url: string): void {
  const target = new URL(url, location.href)
  if (/^https?:$/.test(target.protocol)) location.assign(target.href)
}

export function createNavigator(): Navigator {
  let turn = 0

  /** A navigation that a later one overtook is no failure. */
  async function go(open: () => Promise<unknown>): Promise<void> {
    const mine = (turn += 1)
    await open().catch((failure) => {
      if (mine === turn) throw failure
    })
  }

  const depth = () => Math.max(0, getCurrentPages().length - 1)
  const relaunch = (place: Place) => go(() => reLaunch({ url: urlOf(place) }))

  async function push(place: Place): Promise<void> {
    if (place.page === 'search') return overlaysOfPage().open(searchOverlay(place))
    if (place.page !== 'preview') return go(() => navigateTo({ url: urlOf(place) }))
    const overlays = overlaysOfPage()
    overlays.open(previewOverlay(place))
    if (place.tab) overlays.open(versionsOverlay)
  }

  async function replace(place: Place): Promise<void> {
    if (place.page !== 'preview') return go(() => redirectTo({ url: urlOf(place) }))
    const overlays = overlaysOfPage()
    const open = overlays.list().some(({ flag }) => flag === 'preview')
    overlays[open ? 'replace' : 'open'](previewOverlay(place))
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
