import { makeAutoObservable, observable } from 'mobx'
import type { AdministratorRole } from '@/contract/administration/role'

/** The addresses inside the console's page. */
export interface InnerAddress {
  read(): string
  go(address: string, isReplacing?: boolean): void
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

/** The place of the console that the address names (`/admin/people/7?state=new`). */
export class AddressStore {
  private address: ConsoleAddress

  constructor(private readonly inner: InnerAddress) {
    this.address = readAddress(inner.read())
    makeAutoObservable<this, 'inner' | 'address'>(this, { inner: false, address: observable.ref, dispose: false })
    this.dispose = inner.subscribe(() => this.follow())
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
    this.inner.go(writeAddress({ place, id, query }))
  }

  /** Opens or closes one thing of the present place, whose filters stay. */
  choose(id: number | null) {
    if (id !== this.id) this.inner.go(writeAddress({ ...this.address, id }))
  }

  /** Changes parameters without a new entry of the history; '' removes one. */
  filter(changes: Query) {
    const query = Object.fromEntries(Object.entries({ ...this.query, ...changes }).filter(([, value]) => value !== ''))
    this.inner.go(writeAddress({ ...this.address, query }), true)
  }

  private follow() {
    this.address = readAddress(this.inner.read())
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
