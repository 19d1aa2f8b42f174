import { abilities, type Ability, type AbilityAnswer, type AbilitySubject } from './abilities'

export type MenuContext = 'list' | 'frequent' | 'search' | 'trash' | 'share' | 'preview'
/** An entry has the name of its ability; 1§6 names some of them frequent, unfrequent, view-version, recode-delete and attribute. */
export type MenuAction = Extract<
  Ability,
  | 'save'
  | 'preview'
  | 'editOnline'
  | 'share'
  | 'invite'
  | 'collect'
  | 'download'
  | 'sendToChat'
  | 'sendToApp'
  | 'saveToAlbum'
  | 'comment'
  | 'favourite'
  | 'unfavourite'
  | 'viewVersions'
  | 'rename'
  | 'editTags'
  | 'move'
  | 'copy'
  | 'restore'
  | 'properties'
  | 'access'
  | 'delete'
  | 'deleteRecord'
  | 'permanentDelete'
>

export interface MenuEntry {
  action: MenuAction
  answer: Exclude<AbilityAnswer, 'hidden'>
}

const lists: readonly MenuContext[] = ['list', 'frequent', 'search', 'preview']

/** In the order of the sheet, with the contexts of each entry (1§6, ACT-02, ACT-10, ACT-14). */
const menu: Record<MenuAction, readonly MenuContext[]> = {
  save: ['share'],
  preview: ['share'],
  editOnline: lists,
  share: lists,
  invite: lists,
  collect: lists,
  download: [...lists, 'share'],
  sendToChat: lists,
  sendToApp: lists,
  saveToAlbum: lists,
  comment: lists,
  favourite: lists,
  unfavourite: lists,
  viewVersions: lists,
  rename: lists,
  editTags: lists,
  move: lists,
  copy: lists,
  restore: ['trash'],
  access: lists,
  properties: [...lists, 'trash'],
  delete: lists,
  deleteRecord: ['trash'],
  permanentDelete: ['trash'],
}

/** The entries of an item's action sheet in a context, in order. Entries with `{ no }` are shown and refuse with their reason (1§6). */
export function menuByContext(context: MenuContext, subject: AbilitySubject): MenuEntry[] {
  const entries: MenuEntry[] = []
  for (const action of Object.keys(menu) as MenuAction[]) {
    const answer = menu[action].includes(context) ? abilities[action](subject) : 'hidden'
    if (answer !== 'hidden') entries.push({ action, answer })
  }
  return entries
}
