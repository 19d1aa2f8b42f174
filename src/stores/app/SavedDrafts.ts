import type { AppServices } from './AppServices'

type Kept = [key: string | number, note: unknown][]
type Kind = 'shares' | 'invites' | 'collects' | 'comments.drafts'

/** The newest notes of a kind are stored. */
const MOST_NOTES = 20
/** Characters per kind, as JSON. WeChat stores 1 MB per key, and drops what exceeds it. */
const MOST_LENGTH = 300_000

/** Unfinished work of one kind. It survives the app's end (AH-27) and is erased with its user (decisions 79). */
export class SavedDrafts<Note extends object> {
  /** @param empty a note with fields of the right types: a note of another build may have others */
  constructor(
    private readonly app: Pick<AppServices, 'platform' | 'sessionContext'>,
    private readonly kind: Kind,
    private readonly empty: Note,
  ) {}

  /** undefined: there is no unfinished work */
  read(key: string | number): Note | undefined {
    const note = this.kept.find(([noted]) => noted === key)?.[1] as Note | undefined
    const fields = Object.keys(this.empty) as (keyof Note)[]
    return note && fields.every((field) => kindOf(note[field]) === kindOf(this.empty[field])) ? note : undefined
  }

  /** @param note null: finished or discarded */
  write(key: string | number, note: Note | null) {
    const { storage } = this.app.platform
    const others = this.kept.filter(([noted]) => noted !== key)
    const notes = (note ? [[key, note] as Kept[number], ...others] : others).slice(0, MOST_NOTES)
    while (notes.length > 1 && JSON.stringify(notes).length > MOST_LENGTH) notes.pop()
    if (notes.length > 0) storage.write(this.storageKey, notes)
    else storage.remove(this.storageKey)
  }

  private get kept(): Kept {
    const kept = this.app.platform.storage.read<Kept>(this.storageKey)
    return Array.isArray(kept) ? kept.filter((entry) => Array.isArray(entry)) : []
  }

  private get storageKey(): string {
    return `${this.kind}.${this.app.sessionContext.user?.id ?? 0}`
  }
}

/** The initial value, with those fields of the stored one that have the same type. */
export function restored<T extends object>(start: T, kept: object | null | undefined): T {
  const fields = Object.entries(kept ?? {})
  return { ...start, ...Object.fromEntries(fields.filter(([field, value]) => isKindOf(start, field, value))) }
}

function isKindOf(start: object, field: string, value: unknown): boolean {
  return field in start && kindOf(start[field as keyof typeof start]) === kindOf(value)
}

/** Tells null from objects: null stands for an absent number. */
function kindOf(value: unknown): string {
  if (value === null) return 'number'
  return Array.isArray(value) ? 'array' : typeof value
}
