import type { MenuAction, MenuEntry } from './menuByContext'

/** The actions in round buttons, most used first. */
const mostUsed: readonly MenuAction[] = [
  'share',
  'download',
  'sendToChat',
  'comment',
  'favourite',
  'unfavourite',
  'move',
  'rename',
  'saveToAlbum',
  'viewVersions',
  'copy',
]

/** Groups of the other actions. An action without a group is in the first one. */
const groups: readonly (readonly MenuAction[])[] = [
  [],
  ['rename', 'editTags', 'move', 'copy'],
  ['viewVersions', 'access', 'properties'],
  ['delete', 'deleteRecord', 'permanentDelete'],
]

const ROUND = 4

export interface GroupedMenu<Entry> {
  /** Four actions, or none in a menu that is short anyway. */
  round: Entry[]
  /** The others in the order of the menu, without empty groups; the destructive ones are last. */
  groups: Entry[][]
}

/** Divides an item's action sheet (AH-56). An action that only explains why it is refused is never round. */
export function groupMenu<Entry extends MenuEntry>(entries: readonly Entry[]): GroupedMenu<Entry> {
  const isLong = entries.length > ROUND + 1
  const round = isLong
    ? mostUsed.flatMap((action) => entries.find((each) => each.action === action && each.answer === 'yes') ?? [])
    : []
  const top = round.length < ROUND ? [] : round.slice(0, ROUND)
  const below = entries.filter((entry) => !top.includes(entry))
  const groupOf = ({ action }: Entry) =>
    Math.max(
      0,
      groups.findIndex((group) => group.includes(action)),
    )
  return {
    round: top,
    groups: groups.map((_, at) => below.filter((entry) => groupOf(entry) === at)).filter(({ length }) => length > 0),
  }
}
