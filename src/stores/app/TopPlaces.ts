import type { SessionContext } from '@/api/SessionContext'
import type { PageStack, Place, Step } from '@/platform/Platform'
import type { ListSource } from '@/stores/items/lists/listSources'
import { rootOf, type TopPlace } from './rootOf'

interface Dependencies {
  sessionContext: Pick<SessionContext, 'enterprise'>
  pages: PageStack
}

/**
 * The top places of the bar at the foot (AH-47). Neighbouring pages of the stack that belong to the same top place are its run. A run below stays as
 * it is; a run that going back removes is remembered with its scroll positions, and comes back when the user returns.
 */
export class TopPlaces {
  private readonly runs = new Map<TopPlace, readonly Step[]>()
  /** px by which the list of a place was scrolled when its page was left. Only the mini-program needs it, since its steps have no positions. */
  private readonly tops = new Map<string, number>()
  /** The place of a run that comes back; its list begins where it was left. */
  private returning = ''

  constructor(private readonly deps: Dependencies) {}

  /** Shows a top place as the user left it. Within the place: goes back to its root or where its run begins, else to the root. */
  async open(top: TopPlace) {
    const { pages, sessionContext } = this.deps
    const trail = pages.trail()
    const here = trail.length - 1
    const last = trail.map(topOf).lastIndexOf(top)
    const root = { place: rootOf(top, sessionContext) }
    if (last < 0) return this.enter(top, this.runs.get(top) ?? [root])
    if (last < here) {
      this.remember(trail.slice(last + 1))
      return pages.backTo(last)
    }
    if (isSamePlace(trail[here]!.place, root.place)) return
    const first = Math.max(startOfRun(trail, here), lastOf(trail, root.place))
    await (first < here ? pages.backTo(first) : pages.open([root]))
  }

  /** The place of the page on top; undefined for a page that is no top place. */
  get present(): Place | undefined {
    const trail = this.deps.pages.trail()
    const top = trail[trail.length - 1]
    return top && topOf(top) ? top.place : undefined
  }

  /** Opens a place of the path: goes back to its page if that is in the stack, else opens a page above. */
  async openStep(place: Place) {
    const { pages } = this.deps
    const trail = pages.trail()
    const known = lastOf(trail, place)
    if (known === trail.length - 1) return
    await (known < 0 ? pages.open([{ place }]) : pages.backTo(known))
  }

  /** The scroll position at which the list of a place begins, px; 0 unless its run comes back. */
  takeTop(at: ListSource): number {
    if (this.returning !== keyOf(at)) return 0
    this.returning = ''
    return this.tops.get(keyOf(at)) ?? 0
  }

  keepTop(at: ListSource, top: number) {
    this.tops.set(keyOf(at), top)
  }

  /** Another user has been elsewhere. */
  forget() {
    this.runs.clear()
    this.tops.clear()
  }

  private async enter(top: TopPlace, steps: readonly Step[]) {
    const place = steps[steps.length - 1]?.place
    this.returning = place?.page === 'files' ? keyOf(place) : ''
    await this.deps.pages.open(steps)
    this.runs.delete(top)
  }

  private remember(steps: readonly Step[]) {
    for (let end = steps.length; end > 0;) {
      const first = startOfRun(steps, end - 1)
      const top = topOf(steps[first]!)
      if (top && top !== 'home') this.runs.set(top, steps.slice(first, end))
      end = first
    }
  }
}

const keyOf = ({ space, id = '' }: { space: string; id?: string | number }) => `${space} ${id}`

/** The top place that a page belongs to; undefined for pages without the bar. */
function topOf({ place }: Step): TopPlace | undefined {
  if (place?.page === 'message') return 'messages'
  if (place?.page === 'me') return 'me'
  if (place?.page !== 'files') return undefined
  return place.space === 'frequent' ? 'home' : 'files'
}

/** The index of the lowest page of the run that contains a page. */
function startOfRun(steps: readonly Step[], at: number): number {
  const top = topOf(steps[at]!)
  let first = at
  while (first > 0 && topOf(steps[first - 1]!) === top) first -= 1
  return first
}

/** The index of the highest page of a place; -1 if there is none. */
function lastOf(steps: readonly Step[], place: Place): number {
  return steps.map((step) => isSamePlace(step.place, place)).lastIndexOf(true)
}

function isSamePlace(one: Place | undefined, other: Place | undefined): boolean {
  if (one?.page !== 'files' || other?.page !== 'files') return one?.page === other?.page
  return one.space === other.space && one.id === other.id
}
