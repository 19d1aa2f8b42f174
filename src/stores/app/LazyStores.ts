import { runInAction } from 'mobx'

/** Stores whose code loads after the first page, by name; observable, undefined until made. Only `makeLazy` writes it. */
export type LazyStores<Stores> = Readonly<Partial<Stores>>

/** What a store's factory needs from the app, apart from the store's own dependencies. */
export interface HasLazy<Stores> {
  lazy: LazyStores<Stores>
  session: { onEnd(listener: () => void): void }
}

/** Returns the store of a name. The store forgets its user when the session ends. @param create makes the store, for the first caller only */
export function makeLazy<
  Name extends string,
  Store extends object & { /** Drops what belongs to a user who leaves. */ forget?(): void },
>({ lazy, session }: HasLazy<Record<Name, Store>>, name: Name, create: () => Store): Store {
  const known = lazy[name]
  if (known) return known
  const store = create()
  runInAction(() => Object.assign(lazy, { [name]: store }))
  session.onEnd(() => store.forget?.())
  return store
}
