import type { ItemRow, UserRow } from '../../../server/database/tables'
import type { Dependencies } from '../../../server/dependencies'
import type { factories } from '../factories'
import { offerTable, type OfferRow } from './shareOffers'
import { decideShares } from './sharePolicy'

/** Rows of the offer table that are tested on the running screen of both builds. */
const sentences = [
  'the owner of a file is offered everything',
  'a viewer has item_share',
  'a previewer shares nothing',
  'the version option is hidden for folders',
  'the version option does not show for ydoc',
  'the version option shows for the professional plan',
  'sharing of the item is disabled',
  'sharing of the item is disabled for members only',
  'nobody can share an encrypted file',
  'a personal account has no colleagues and no company access',
  'a personal account where public access is disabled has no link',
  'company access is disallowed where colleague sharing is',
  'company access remains where public access is disabled',
  'share by link is hidden where link download is hidden for the client; colleagues stay',
  'the download toggle is blocked when downloads are disabled by the enterprise',
  'all share links need a password when the policy says so',
  'forced limits cannot be switched off',
  'a forced watermark cannot be switched off',
  'links of the enterprise may not be passed on',
]

export const runningRows: readonly OfferRow[] = sentences.map((sentence) => {
  const row = offerTable.find((one) => one.sentence === sentence)
  if (!row) throw new Error(`no row: ${sentence}`)
  return row
})

export interface ShareWorld {
  /** The sharing user. */
  user: UserRow
  item: ItemRow
  typedId: `${'file' | 'folder'}_${number}`
}

/** Creates the user and the item of a row. */
export async function worldOf(
  { role = 'owner', item: kind = 'file', enterprise: plan = 'company', policy, isDownloadHidden }: OfferRow,
  make: ReturnType<typeof factories>,
  { db }: Pick<Dependencies, 'db'>,
): Promise<ShareWorld> {
  const enterprise = await make.enterprise()
  const owner = await make.user({ enterprise })
  await db
    .updateTable('enterprises')
    .set({
      is_personal: plan === 'personal',
      share_with_colleagues_disallowed: plan === 'closed',
      is_professional_plan: plan !== 'basic',
      hide_share_link_download: isDownloadHidden ?? false,
    })
    .where('id', '=', enterprise.id)
    .execute()
  await decideShares({ db }, enterprise, {
    is_share_force_passwd_switch: false,
    ...policy,
  })
  const parent = await make.folder({ owner }, { name: '资料' })
  const item =
    kind === 'folder'
      ? await make.folder({ parent }, { name: '图集' })
      : await make.file({ parent }, { name: kind === 'ydoc' || kind === 'yxls' ? `简章.${kind}` : '简章.txt' })
  const disabledFor = kind === 'shareDisabled' ? 'all' : kind === 'shareDisabledForMembers' ? 'members' : null
  if (disabledFor)
    await db.updateTable('items').set({ share_disabled_for: disabledFor }).where('id', '=', item.id).execute()
  if (kind === 'encrypted')
    await db.updateTable('items').set({ is_encrypted: true }).where('id', '=', item.id).execute()
  const user = role === 'owner' ? owner : await make.user({ enterprise })
  if (role !== 'owner') await make.collab(parent, { user }, role)
  return { user, item, typedId: `${item.is_folder ? 'folder' : 'file'}_${item.id}` }
}
