import { checkName } from '@/domain/items/naming'

/** A name of a directory in the form that the drive can store; null if nothing of it can be shown. */
export function storableName(name: string): string | null {
  const checked = checkName(name)
  if (checked.ok) return checked.name
  // Directories allow characters that names of folders must not have.
  const again = checkName(name.replaceAll(/[\\/?:*"<>|]/g, '_').replace(/[.\s]+$/, ''))
  return again.ok ? again.name : null
}
