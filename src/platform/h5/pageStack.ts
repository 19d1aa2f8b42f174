import { list, listPath, messages, readPath, readSpace, splitAddress, withoutBase } from '@/domain/addresses'
import type { PageStack, Place, Step } from '../Platform'
import type { Entry, Mark } from './router/entries'
import type { StackPage } from './router/pages'
import { parts } from './router/parts'

/** The stack of pages in a browser; the router's own code is part of the first page (`router/parts`). */
export function createPageStack(): PageStack {
  let turn = 0
  let keys = 0

  /** As in `createNavigator`: the failure of a navigation that a later one replaced is none. */
  async function openAll(steps: readonly Step[]): Promise<void> {
    const mine = (turn += 1)
    const addresses = steps.map((step) => step.address ?? addressOf(step.place))
    await parts
      .openBy(addresses[addresses.length - 1]!, () => enter(addresses, steps))
      .catch((failure) => {
        if (mine === turn) throw failure
      })
  }

  /** Writes one entry of the history per page above the present one. */
  function enter(addresses: readonly string[], steps: readonly Step[]): void {
    const here = history.state as Entry
    parts.replaceEntry({ ...here, scroll: scrollOf(parts.stack[parts.stack.length - 1]) })
    let below: Mark[] = [...here.below, { key: here.key, position: here.position, address: here.address }]
    for (const [index, address] of addresses.entries()) {
      keys += 1
      const mark = { key: `${Date.now().toString(36)}-${keys}`, position: here.position + 1 + index, address }
      parts.pushEntry({ ...mark, overlays: [], below, scroll: [...(steps[index]?.scroll ?? [])] })
      below = [...below, mark]
    }
  }

  return {
    trail: () =>
      parts.stack.map((page, index) => ({
        place: placeAt(page.address),
        address: page.address,
        scroll: index === parts.stack.length - 1 ? scrollOf(page) : page.scroll,
      })),
    async backTo(index) {
      const { below, position } = history.state as Entry
      const target = below[index]
      if (target) history.go(target.position - position)
    },
    open: openAll,
  }
}

/** px */
function scrollOf(page: StackPage | undefined): number[] {
  const element = page?.instance && document.getElementById(page.instance.path)
  return element ? parts.readScroll(element) : (page?.scroll ?? [])
}

/** Reads the addresses of top places; undefined for any other. */
function placeAt(address: string): Place | undefined {
  const path = withoutBase(splitAddress(address).path)
  if (readPath(messages, path)) return { page: 'message' }
  if (readPath('/me', path)) return { page: 'me' }
  const params: { space?: string; id?: string } | undefined = path === '/' ? {} : readPath(list, path)
  const found = params && readSpace(params.space, params.id)
  return found && { page: 'files', ...found }
}

/** The address of a top place. */
function addressOf(place: Place | undefined): string {
  return place?.page === 'files' ? listPath(place) : `/${place?.page}`
}
