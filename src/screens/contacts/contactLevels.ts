import type { Overlay } from '@/platform/Platform'
import type { ContactPlace } from '@/stores/contacts/ContactList'

/** A place of the picker; `name` is the label of the row that led there, '' at the top. */
export interface ContactLevelAt {
  key: string
  place: ContactPlace
  name: string
}

/** The entered departments, after the top of the directory. */
export function contactLevels(entered: readonly Overlay[]): ContactLevelAt[] {
  const levels: ContactLevelAt[] = [{ key: 'top', place: { at: 'top' }, name: '' }]
  for (const { flag, value, companions } of entered) {
    const id = /^department_(\d{1,15})$/.exec(value)?.[1]
    if (id)
      levels.push({
        key: `${flag}/${value}`,
        place: { at: 'department', id: Number(id) },
        name: companions.name ?? '',
      })
  }
  return levels
}
