import type { ColumnType } from 'kysely'

/** A column that the database fills when an insert leaves it out. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>

/** An identity column: only the database writes it. */
export type Identity = ColumnType<number, never, never>
