import type { AdministratorRole } from '@/contract/administration/role'
import type { OwnedField } from '@/contract/administration/directories'

/** The directory that owns a person. */
interface Owner {
  fields: readonly OwnedField[]
}

/** The fields of a person that nobody but their directory changes. */
export function ownedFields({ fields }: Owner): ('login' | OwnedField)[] {
  return ['login', ...fields]
}

/** The first of the changed fields that the directory owns; null: none. */
export function ownedAmong(owner: Owner | undefined, changed: readonly string[]): 'login' | OwnedField | null {
  return (owner && ownedFields(owner).find((field) => changed.includes(field))) ?? null
}

/** Whether a directory's own departments differ between two lists of a person. @param owned ids of the departments of that directory */
export function movesOwned(before: Iterable<number>, after: Iterable<number>, owned: ReadonlySet<number>): boolean {
  const [one, other] = [before, after].map((ids) => new Set([...ids].filter((id) => owned.has(id))))
  return one!.size !== other!.size || [...one!].some((id) => !other!.has(id))
}

/** Whether a person whom a sync deactivated stays so until the directory has them again. */
export function waitsForDirectory(owner: { isGone: boolean } | undefined): boolean {
  return owner?.isGone ?? false
}

/** Whether a sync loses too many of those who are there to be believed: more than a tenth. */
export function losesTooMany(lost: number, present: number): boolean {
  return lost * 10 > present
}

/**
 * Whether a claim of a provider may link a person. Never administrators: people choose some claims, such as their login at the provider, and whoever
 * rules the provider must not rule the organisation. A verified e-mail address links them, because its mailbox also gets their link for a forgotten
 * password.
 */
export function mayBeLinkedByClaim({
  administrator_role: role,
}: {
  administrator_role: AdministratorRole | null
}): boolean {
  return role === null
}
