import type { AppStore } from './AppStore'

type Kept = [key: string | number, note: unknown][]
type Kind = 'shares' | 'invites' | 'collects' | 'comments.drafts'

/** Of a kind the newest are kept. */
const MOST_NOTES = 20
/** Characters of a kind, as JSON: WeChat keeps 1 MB a key, and what it refuses is lost with the app. */
const MOST_LENGTH = 300_000

/** What a user began and has not finished, of one kind: it survives the app's end (AH-27), and goes with its user (decisions 79). */
export class KeptNotes<Note extends object> {
  /** @param empty a note whose fields are of the right kinds: what another build kept may not be */
  constructor(
    private readonly app: Pick<AppStore, 'platform' | 'sessionContext'>,
    private readonly kind: Kind,
    private readonly empty: Note,
  ) {}

  /** undefined: nothing was begun */
  read(key: string | number): Note | undefined {
    const note = this.kept.find(([noted]) => noted === key)?.[1] as Note | undefined
    const fields = Object.keys(this.empty) as (keyof Note)[]
    return note && fields.every((field) => kindOf(note[field]) === kindOf(this.empty[field])) ? note : undefined
  }

  /** @param note null: it is finished, or given up */
  keep(key: string | number, note: Note | null) {
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

/** Those fields of what was kept that are of the same kinds as at the start, on top of it. */
export function restored<T extends object>(start: T, kept: object | null | undefined): T {
  const fields = Object.entries(kept ?? {})
  return { ...start, ...Object.fromEntries(fields.filter(([field, value]) => isKindOf(start, field, value))) }
}

function isKindOf(start: object, field: string, value: unknown): boolean {
  return field in start && kindOf(start[field as keyof typeof start]) === kindOf(value)
}

/** null stands for a number that there is not. */
function kindOf(value: unknown): string {
  if (value === null) return 'number'
  return Array.isArray(value) ? 'array' : typeof value
}
