import type { MenuEntry } from '@/components/sheets/MenuList'
import type { Item } from '@/contract/entities'
import type { MenuContext } from '@/domain/items/menuByContext'
import { mayKeep } from '@/domain/offline/mayKeep'
import type { Words } from '@/i18n/words'
import type { AppServices } from '@/stores/app/AppServices'
import { abilitySubject } from '@/stores/items/abilitySubject'
import { refusalOf } from '@/stores/items/refusalOf'

/** The code that keeps files, with the screen that lists them: both are needed offline. */
const load = () => import(/* webpackChunkName: "offline" */ '@/stores/offline/OfflineStore')

/** Keeps an item on the phone, or deletes it from the phone (AH-42). Nothing where the user may not download, and for links. */
export function offlineEntry(app: AppServices, item: Item, context: MenuContext, t: Words): MenuEntry[] {
  const { feedback, lazy, link, isOpenPreview } = app
  if (!lazy.offlinePhone?.files || link || isOpenPreview || context === 'trash' || context === 'share') return []
  if (lazy.offline?.has(item.typed_id)) {
    const drop = () => void lazy.offline?.drop(item.typed_id)
    return [{ key: 'offline', icon: 'cloud-off', label: t('menu.dropOffline'), onSelect: drop }]
  }
  const answer = mayKeep(abilitySubject(app, item))
  if (answer === 'hidden') return []
  const keep = () => void load().then(({ offlineOf }) => offlineOf(app)?.keep(item))
  const explain = () => answer !== 'yes' && feedback.toast(refusalOf(answer.no, item))
  return [
    {
      key: 'offline',
      icon: 'cloud-off',
      label: t('menu.keepOffline'),
      disabled: answer !== 'yes',
      onSelect: answer === 'yes' ? keep : explain,
    },
  ]
}
