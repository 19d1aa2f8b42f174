import { makeAutoObservable, observable, reaction } from 'mobx'
import type { AdministratorRole } from '@/contract/administration/role'
import { LeavingStore } from './LeavingStore'

/** The addresses inside the console's page. */
export interface InnerAddress {
  read(): string
  go(address: string, isReplacing?: boolean): void
  /** Goes back by this number of entries. */
  back(steps: number): void
  /** The number of the present entry. */
  position(): number
  subscribe(listener: () => void): () => void
}

/** The places of the console, in the order of its menu. */
export const consolePlaces = [
  'overview',
  'people',
  'import',
  'departments',
  'groups',
  'policies',
  'sharing',
  'applications',
  'audit',
  'appearance',
] as const

/** Policies, links, applications and the log are not for administrators of people (the server decides). */
const readersPlaces: readonly ConsolePlace[] = ['policies', 'sharing', 'applications', 'audit', 'appearance']

/** The places that a role may read. An import changes people, so that it is not for auditors. */
export function placesOf(role: AdministratorRole): readonly ConsolePlace[] {
  if (role === 'people') return consolePlaces.filter((place) => !readersPlaces.includes(place))
  return role === 'auditor' ? consolePlaces.filter((place) => place !== 'import') : consolePlaces
}

export type ConsolePlace = (typeof consolePlaces)[number]
export type Query = Readonly<Record<string, string>>

interface ConsoleAddress {
  place: ConsolePlace
  /** The person, department or group that the place shows; null for none. */
  id: number | null
  query: Query
}

/** The place of the console that the address names (`/admin/people/7?state=new`). Leaving unsaved changes asks first. */
export class AddressStore {
  readonly leaving = new LeavingStore()
  private address: ConsoleAddress
  /** The position of the extra entry above unsaved changes, which going back takes first. */
  private guard: number | null = null

  constructor(private readonly inner: InnerAddress) {
    this.address = readAddress(inner.read())
    makeAutoObservable<this, 'inner' | 'address' | 'guard'>(this, {
      leaving: false,
      inner: false,
      address: observable.ref,
      guard: false,
      dispose: false,
    })
    const unsubscribe = inner.subscribe(() => this.follow())
    const end = reaction(
      () => this.leaving.isDirty,
      (isDirty) => isDirty && this.guard === null && this.arm(),
    )
    this.dispose = () => {
      unsubscribe()
      end()
    }
  }

  readonly dispose: () => void

  get place(): ConsolePlace {
    return this.address.place
  }

  get id(): number | null {
    return this.address.id
  }

  get query(): Query {
    return this.address.query
  }

  /** Opens a place as a new entry of the history. */
  open(place: ConsolePlace, { id = null, query = {} }: Partial<Omit<ConsoleAddress, 'place'>> = {}) {
    this.go({ place, id, query })
  }

  /** Opens or closes one thing of the present place, whose filters stay. */
  choose(id: number | null) {
    if (id !== this.id) this.go({ ...this.address, id })
  }

  /** Changes parameters without a new entry of the history; '' removes one. */
  filter(changes: Query) {
    const query = Object.fromEntries(Object.entries({ ...this.query, ...changes }).filter(([, value]) => value !== ''))
    this.go({ ...this.address, query }, true)
  }

  private go(next: ConsoleAddress, isReplacing = false) {
    const stays = next.place === this.place
    this.leaving.leave(
      () => {
        const isAboveGuard = this.guard !== null && !isReplacing
        if (isAboveGuard) this.guard = null
        this.inner.go(writeAddress(next), isReplacing || isAboveGuard)
      },
      (form) => stays && form.staysIn(next.query.section),
    )
  }

  private arm() {
    this.inner.go(writeAddress(this.address))
    this.guard = this.inner.position()
  }

  private follow() {
    const next = readAddress(this.inner.read())
    if (this.guard === null || this.inner.position() >= this.guard) {
      this.address = next
      return
    }
    this.guard = null
    const steps = writeAddress(next) === writeAddress(this.address) ? 1 : 0
    if (this.leaving.isDirty) {
      this.arm()
      this.leaving.leave(() => this.back(steps + 1))
    } else if (steps > 0) this.back(steps)
    else this.address = next
  }

  private back(steps: number) {
    this.guard = null
    this.inner.back(steps)
  }
}

/** Addresses of links, which a browser can open in another tab. */
export function writeAddress({ place, id, query }: ConsoleAddress): string {
  const text = new URLSearchParams(query).toString()
  return `/admin/${place}${id === null ? '' : `/${id}`}${text && `?${text}`}`
}

/** Whether an address shows the list of people alone. */
export function isPeopleList(address: string): boolean {
  const { place, id } = readAddress(address)
  return place === 'people' && id === null
}

function readAddress(address: string): ConsoleAddress {
  const [path = '', text = ''] = address.split('?')
  const [, , name, id = ''] = path.split('/')
  return {
    place: consolePlaces.find((place) => place === name) ?? 'overview',
    id: /^\d{1,15}$/.test(id) ? Number(id) : null,
    query: Object.fromEntries(new URLSearchParams(text)),
  }
}
