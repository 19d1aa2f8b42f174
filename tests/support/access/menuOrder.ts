import type { MenuAction } from '@/domain/items/menuByContext'

/** The order of a long sheet (AH-56): the first four that the user may use are round, the others follow in groups. */
const used = 'share download sendToChat comment favourite unfavourite move rename saveToAlbum viewVersions copy'.split(
  ' ',
)
const rank = [
  'editOnline share invite collect download sendToChat sendToApp saveToAlbum comment favourite unfavourite restore',
  'rename editTags move copy',
  'viewVersions access properties',
  'delete deleteRecord permanentDelete',
]
  .join(' ')
  .split(' ')

/** @param mayUse whether an action works for the user; a refused one is shown below */
export function inSheetOrder<Action extends MenuAction>(
  actions: readonly Action[],
  mayUse: (action: Action) => boolean = () => true,
): { round: Action[]; below: Action[] } {
  const common = actions
    .filter((action) => used.includes(action) && mayUse(action))
    .sort((one, two) => used.indexOf(one) - used.indexOf(two))
  const round = actions.length > 5 && common.length >= 4 ? common.slice(0, 4) : []
  const below = actions.filter((action) => !round.includes(action))
  return { round, below: below.sort((one, two) => rank.indexOf(one) - rank.indexOf(two)) }
}
